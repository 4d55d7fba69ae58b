/** `npm run measure`: how well diagnosis names what is wrong. Its figures stand in docs/diagnosis.md. */
import { loadSuite } from '../../runners/suite/index.ts'
import { pairs, removed, single } from './catalogue.ts'
import { native } from './native.ts'
import { Scores, type Score } from './score.ts'

const SCORES: readonly Score[] = ['rightly', 'among', 'partly', 'wrongly', 'not']

function print(title: string, scores: Scores, skipped: readonly string[] = []): void {
  const counts = SCORES.map((score) => `${String(scores.count(score)).padStart(5)} ${score}`)
  console.log(`${title.padEnd(62)}${counts.join('')}`)
  for (const note of [...scores.notes, ...skipped.map((name) => `skipped: ${name}`)])
    console.log(`      ${note}`)
}

const vectors = (await loadSuite(['token', 'body'])).vectors
const tokens = vectors.filter(({ question }) => question.method.startsWith('token.'))
console.log('named rightly, among several candidates, in part, wrongly, or not at all\n')
const alone = single(vectors)
print('(a) single faults of the catalogue, in all JSON styles', alone)
const mutants = new Scores()
const skipped = await native(mutants, tokens)
print('(c) mutants written in six languages', mutants, skipped)
const out = removed(tokens)
print('(d) faults taken out of the catalogue (none may be named)', out)
print('(b) pairs of faults', pairs(tokens))
const goals = [
  alone.notes.length === 0,
  mutants.notes.length === 0,
  out.count('not') === 10,
  // In CI every language has to be there.
  skipped.length === 0 || process.env['CI'] !== 'true',
]
process.exitCode = goals.every(Boolean) ? 0 : 1
