/** `npm run measure`: how well diagnosis names what is wrong. docs/diagnosis.md explains its figures. */
import { loadSuite } from '../../runners/suite/index.ts'
import { pairScores, removedScores, singleScores, Scores, type Score } from './catalogue.ts'
import { ROW_SCORES, RowScores } from './expected.ts'
import { native } from './lanes.ts'

const SCORES: readonly Score[] = ['rightly', 'among', 'partly', 'wrongly', 'not']

function print(title: string, scores: Scores): void {
  const counts = SCORES.map((score) => `${String(scores.count(score)).padStart(5)} ${score}`)
  console.log(`${title.padEnd(62)}${counts.join('')}`)
  for (const note of scores.notes) console.log(`      ${note}`)
}

const vectors = (await loadSuite(['token', 'body'])).vectors
const tokens = vectors.filter(({ question }) => question.method.startsWith('token.'))
console.log('named rightly, among several candidates, in part, wrongly, or not at all\n')
const { alone, crashing } = singleScores(vectors)
print('(a) single faults of the catalogue, in all JSON styles', alone)
print('    those that crash too: the crash is said as trouble', crashing)
const mutants = new RowScores()
const skipped = await native(mutants)
console.log('(c) mutants of programs in six languages')
for (const score of ROW_SCORES) console.log(`${String(mutants.count(score)).padStart(8)} ${score}`)
for (const note of [...mutants.notes, ...skipped]) console.log(`      ${note}`)
const { unknown, same } = removedScores(tokens)
print('(d) each fifth of the catalogue taken out (none may be named)', unknown)
print('    of these, others give the very same answers', same)
// No goal hangs on it: it is for whoever works on the diagnosis.
if (!process.env['CI']) print('(b) pairs of faults', pairScores(tokens))
const goals = [
  alone.notes.length === 0,
  mutants.isGood(),
  unknown.count('wrongly') === 0,
  // In CI every language must be installed.
  skipped.length === 0 || process.env['CI'] !== 'true',
]
process.exitCode = goals.every(Boolean) ? 0 : 1
