/** Looks for the secret of a question about a token in its answer (SDK-SECRET-NOT-IN-ERRORS). */
import { isShape } from '../../src/generate/listedTexts.ts'
import type { Answer, Question } from '../../src/model/index.ts'
import { formsIn, isHeldBy, secretForms } from '../../src/secretForms.ts'
import type { Said } from './wire.ts'

/** With fewer different characters a secret may stand in other text by chance. */
const DIFFERENT = 6

/** So many characters from its beginning are looked for: who finds these has found the secret. */
const ENOUGH = 256

export type TokenParams = Extract<Question['params'], { readonly appSecret: string }>

/**
 * The forms in which the secret of a question about a token is looked for. None where other values of the question, or
 * of its token, hold it: those an SDK may repeat.
 */
export const formsSought = (params: TokenParams): readonly string[] => notHeld(params, secretForms)

/** Those of these forms that no other value of the question holds. */
function notHeld({ appSecret, ...others }: TokenParams, formsOf: typeof secretForms): readonly string[] {
  // A wrong type, or half a character, is in questions that are to be refused.
  if (typeof appSecret !== 'string' || /\p{Surrogate}/u.test(appSecret) || isShape(appSecret)) return []
  const begins = appSecret.slice(0, ENOUGH).replace(/[\ud800-\udbff]$/, '')
  if (new Set(begins).size < DIFFERENT) return []
  const forms = formsOf(begins)
  if (forms.length === 0) return []
  const isHeld = isHeldBy(
    'token' in others && typeof others.token === 'string' ? [others, decodedIn(others.token)] : others,
  )
  return isHeld(begins) ? [] : forms.filter((form) => !isHeld(form))
}

/** What the parts of a token hold (section 4.5). */
const decodedIn = (token: string): string[] =>
  token.split('.').map((part) => Buffer.from(part, 'base64').toString('utf8'))

/** An answer about a token without its line, which is searched for the secret of the question. */
export function searched(question: Question, { said = '', ...answer }: Answer & Said): Answer {
  return isLeak(question, said, answer) ? { ...answer, leak: true } : answer
}

/** The token of a result has a rule of its own (TOKEN-SECRET-NOT-IN-TOKEN). */
function isLeak({ params }: Question, said: string, answer: Answer): boolean {
  if (!('appSecret' in params)) return false
  const token = answer.kind === 'accepted' && 'token' in answer.output ? answer.output.token : undefined
  const rest = typeof token === 'string' ? said.replace(token, '') : said
  return notHeld(params, (secret) => formsIn(rest, secret)).length > 0
}
