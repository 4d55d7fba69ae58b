/** Figures that other people published, and what every vector says of its own steps: an oracle for src/token. */
import { readText } from '../../../runners/suite/files.ts'
import { schemaCheck } from '../../../runners/suite/schemas.ts'
import type { QuestionParams, Intermediates, JsonObject } from '../../../src/model/index.ts'
import { families } from '../../../src/vectors/index.ts'
import { readYaml } from '../../../src/vectors/format/read.ts'

interface Published {
  readonly hmacSha256: readonly { name: string; keyHex: string; dataHex: string; hmacHex: string }[]
  readonly base64: readonly { text: string; base64: string }[]
}

const published = (name: string): Published =>
  readYaml<Published>(readText('vectors', 'published', name), name, schemaCheck('published'))

export const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
export const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
export const hexOf = (octets: Uint8Array): string => Buffer.from(octets).toString('hex')

export const RFC4231 = published('rfc4231.yaml').hmacSha256
export const RFC4648 = published('rfc4648.yaml').base64
const vectors = families().flatMap((family) => family.vectors)

type Read = (
  intermediates: Intermediates,
  asked: Partial<QuestionParams['token.signature']>,
  output: JsonObject,
) => unknown

/** What `read` makes of every vector of a method that gives its intermediates, by id. */
export const steps = (method: string, read: Read): Record<string, unknown> =>
  Object.fromEntries(
    vectors.flatMap(({ id, question, expect }) =>
      question.method === method && expect.verdict !== 'refuse' && expect.intermediates
        ? [
            [
              id,
              read(
                expect.intermediates,
                question.params as Partial<QuestionParams['token.signature']>,
                expect.output,
              ),
            ],
          ]
        : [],
    ),
  )
