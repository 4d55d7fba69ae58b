import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { visit } from 'jsonc-parser'
import { readFileSync } from 'node:fs'
import { parseJson } from '../../src/json.ts'
import { families } from '../../src/vectors/index.ts'
import { jsonOrNothing } from '../../src/members.ts'
import type { BodyKind } from '../../src/model/index.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { inTurns, ofTimes, program, type Ratio } from './ratio.ts'

const ROUNDS = 40

/** From the text of a body to the verdict, compared with the bare sum of the libraries that it uses. */
export async function bodyRatios(): Promise<Ratio[]> {
  // The built code: functions are slower under tsx.
  const { validateBody } = (await import(
    rootFile('dist/runners/library/index.js')
  )) as typeof import('../../src/body/index.ts')
  const bodies = families()
    .flatMap((family) => family.vectors)
    .flatMap(({ question }) => (question.method === 'body.validate' ? [question.params] : []))
    .filter(({ body }) => jsonOrNothing(body) !== undefined)
  const bare = bareValidators()
  const repeat = (check: (kind: BodyKind, body: string) => unknown) => (): void => {
    for (let round = 0; round < ROUNDS; round++) for (const { kind, body } of bodies) check(kind, body)
  }
  const [sum, ours] = inTurns(7, [
    repeat((kind, body) => {
      visit(body, {})
      return bare[kind](JSON.parse(body))
    }),
    repeat(validateBody),
  ])
  const rate = (millis: number): string => `${Math.round((ROUNDS * bodies.length) / millis)}`
  return [
    {
      name: 'body text to verdict: rate / jsonc-parser + JSON.parse + ajv',
      value: sum / ours,
      atLeast: 0.7,
      of: `${rate(ours)} / ${rate(sum)} a millisecond`,
    },
    validateStart(),
  ]
}

/** The same schemas and the same options: all errors, since a report names them all. */
function bareValidators(): Record<BodyKind, ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  const read = (name: string): object =>
    parseJson<object>(readFileSync(rootFile('schemas', `${name}.schema.json`), 'utf8'))
  for (const name of ['join-params', 'stream-configuration', 'stream-change']) ajv.addSchema(read(name))
  return {
    'auth-token': ajv.compile(read('auth-token-request')),
    'streaming-start': ajv.compile(read('streaming-start-request')),
    'streaming-update': ajv.compile(read('streaming-update-request')),
    'streaming-stop': ajv.compile(read('streaming-stop-request')),
  }
}

function validateStart(): Ratio {
  const command = [process.execPath, 'dist/runners/cli.js', 'validate', '--body', 'streaming-stop', '-']
  const [validate, bare] = inTurns(9, [
    () => program(command, '{"channelId":"c1"}'),
    () => program([process.execPath, '-e', '0']),
  ])
  return ofTimes('start-up of validate / node -e 0', validate, bare, { atMost: 3 })
}
