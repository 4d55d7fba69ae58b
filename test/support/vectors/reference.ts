import type { Json, Question } from '../../../src/model/index.ts'
import {
  decodeBase64,
  encodeParams,
  issue,
  parse,
  sign,
  TokenError,
  verify,
} from '../../../src/token/index.ts'

/** The answer of the reference token code: its output, or why it refuses. */
export type Said = { readonly output: Json; readonly token?: string } | { readonly reason: string }

/** @throws Error for questions that are no token questions */
export function askReference(question: Question): Said {
  try {
    return answer(question)
  } catch (error) {
    if (error instanceof TokenError) return { reason: error.code }
    throw error
  }
}

function answer({ method, params }: Question): Said {
  switch (method) {
    case 'token.params':
      return { output: { params: encodeParams(params.joinParamsJson) } }
    case 'token.signature':
      return { output: { signature: sign(params, params.appSecret) } }
    case 'token.issue': {
      const token = issue(params.joinParams, { ...params, timestamp: params.timestamp! })
      return { output: { joinParams: joinParamsOf(token, params.appId) }, token }
    }
    case 'token.verify': {
      const verification = verify(params.token, params)
      return verification.valid
        ? { output: { joinParams: verification.joinParams } }
        : { reason: verification.reason }
    }
    default:
      throw new Error(`${method} is no question about tokens`)
  }
}

/** An empty appId and one with a dot can be issued, but not parsed: the text does not mention them. */
function joinParamsOf(token: string, appId: string): Json {
  const { params } = parse(token.replace(`02.${appId}.`, '02.app.'))
  return JSON.parse(Buffer.from(decodeBase64(params)).toString('utf8')) as Json
}
