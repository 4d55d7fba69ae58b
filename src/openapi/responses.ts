import { STREAMING_STATUSES, TOKEN_ERRORS } from '../interface/errors.ts'
import type { RequirementId } from '../model/index.ts'

/** An error of section 7.1 as the document has it. */
interface ErrorCode {
  readonly code: string
  readonly condition: string
  readonly requirement: RequirementId
}

/** What an operation can answer. */
export interface Answer {
  readonly status: string
  readonly meaning: string
  readonly requirements: readonly RequirementId[]
  /** The file under schemas/ that describes the body. Without it the interface shows no body. */
  readonly schema?: string
  readonly codes?: readonly ErrorCode[]
}

/** What the errors with a status have in common. */
const MEANINGS: Readonly<Record<number, string>> = {
  403: 'Not allowed, or a parameter is invalid.',
  404: 'The app cannot be found.',
  406: 'The app secret or the signature is wrong.',
  500: 'A fault inside the service.',
}

const errorsWith = (status: number): Answer => {
  const codes = TOKEN_ERRORS.flatMap(({ code, condition, rule, ...row }) =>
    row.status === status ? [{ code, condition, requirement: rule }] : [],
  )
  const requirements = codes.map(({ requirement }) => requirement)
  return { status: String(status), meaning: MEANINGS[status] ?? '', requirements, codes }
}

/** Section 7.1. */
export const tokenAnswers: readonly Answer[] = [
  {
    status: '200',
    meaning: 'Success: the token.',
    requirements: ['ERROR-TOKEN-SUCCESS', 'TOKEN-RESPONSE-STATUS', 'TOKEN-RESPONSE-TOKEN'],
    schema: 'auth-token-response.schema.json',
  },
  ...[...new Set(TOKEN_ERRORS.map(({ status }) => status))].map(errorsWith),
]

/**
 * Section 7.2: status codes only.
 * @param body the rule of the body of a success
 * @param missing what 404 means for the operation
 */
export const streamingAnswers = (body: RequirementId, missing: Omit<Answer, 'status'>): readonly Answer[] =>
  STREAMING_STATUSES.map(({ status, condition, rule }) => ({
    status: String(status),
    meaning: condition,
    requirements: [...(rule ? [rule] : []), ...(status === 200 ? [body] : [])],
    ...(rule ? {} : missing),
  }))
