import { faultOf, type FaultWords } from './faultText.ts'
import type { FaultGroup, OutputFault } from './fault.ts'
import { answerOf, sdkWith, showsIn } from './faultySdk/index.ts'

/** A row of the catalogue: what is known of the mistake, and the stages that it replaces. */
export type FaultRow = FaultWords & Pick<OutputFault, 'alteration' | 'others'>

/** The rows of a group as faults that answer questions. */
export const faultsOf = (group: FaultGroup, rows: readonly FaultRow[]): readonly OutputFault[] =>
  rows.map((row) => {
    const sdk = sdkWith([row.alteration])
    return {
      ...faultOf(row, group, 'output' as const),
      answer: (question) => (showsIn(row.alteration, question.method) ? answerOf(sdk, question) : undefined),
    }
  })
