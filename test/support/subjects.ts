import { InProcessSubject, type OwnReply } from '../../runners/library/check.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { ADAPTER_METHODS, type Description, type Question } from '../../src/model/index.ts'

export const DESCRIPTION: Description = {
  protocol: 1,
  sdk: { name: 'in-process', version: '1', language: 'TypeScript' },
  methods: ADAPTER_METHODS,
  clock: 'injected',
}

/** The answer of right code. */
export function right(question: Question): OwnReply {
  const answer = answerOf(sdkWith([]), question)
  if (!answer || answer.kind === 'crashed') throw new Error(`no answer to ${question.method}`)
  return answer
}

/** Right code, except for the questions that `wrong` answers. */
export const subject = (
  wrong: (question: Question) => OwnReply | undefined = () => undefined,
  description: Partial<Description> = {},
): InProcessSubject =>
  new InProcessSubject({ ...DESCRIPTION, ...description }, (question) => wrong(question) ?? right(question))
