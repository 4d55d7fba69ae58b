import { ChannelproofError } from '../../src/errors.ts'
import { jsonOrNothing } from '../../src/members.ts'
import { isResult, RESULT_SHAPES } from '../adapter/shapes.ts'
import { requestLine } from '../adapter/protocol.ts'
import { COUNTS } from '../generated/pace.ts'
import { seedFrom } from '../generated/questions.ts'
import { writeFile } from '../paths/files.ts'
import { refuseSame } from '../paths/targets.ts'
import { VERSION } from '../suite/files.ts'
import { select } from '../suite/subjectKinds.ts'
import { print, warn } from '../terminal/console.ts'
import { inputName, readInput } from '../terminal/input.ts'
import {
  carriedBy,
  questionLine,
  ANY,
  carriedPart,
  headerId,
  madeFor,
  type Header,
  type MadeFor,
} from '../transcript/header.ts'
import { leftOutText } from '../transcript/readAnswers.ts'
import { runFlags } from '../session/flags.ts'

interface RawFlags {
  readonly out?: string
  readonly seed?: string
  readonly generated?: string
  readonly filter: readonly string[]
  readonly description?: string
}

/** `channelproof questions`: the questions as lines, for an adapter that answers them at another time. */
export async function questions({ out, description, ...raw }: RawFlags): Promise<number> {
  const { filter, generated } = runFlags(raw)
  refuseSame(out === undefined ? [{ format: 'questions' }] : [], [
    ['--out', out, true],
    ['--description', description],
  ])
  const subject = description === undefined ? ANY : await subjectIn(description)
  const selection = await select('adapter', filter)
  const { digest: vectors } = selection.suite
  const made = {
    version: VERSION,
    vectors,
    seed: seedFrom(generated.seed, { suiteDigest: vectors, isSteady: Boolean(process.env['CI']) }),
    generated: generated.count ?? COUNTS.adapter,
    filter,
    madeFor: subject,
  }
  const carried = await carriedBy(selection, made)
  const header: Header = { ...made, digest: carried.generated.digest }
  const first = requestLine(headerId(header), 'describe', { protocol: 1 })
  const text = [first, ...carried.questions.map(questionLine)].join('')
  if (out === undefined) await print(text)
  else writeFile(out, text)
  for (const line of leftOutText(carried)) warn(line)
  return 0
}

async function subjectIn(file: string): Promise<MadeFor> {
  const value = jsonOrNothing(await readInput(file))
  if (isResult('describe', value)) return madeFor(carriedPart(value))
  const what = value === undefined ? 'is no JSON' : RESULT_SHAPES.describe(value)
  const advice = 'Give the JSON that the adapter answers to describe: the member "result" alone.'
  throw new ChannelproofError('description-wrong', `it ${what}`, advice, { file: inputName(file) })
}
