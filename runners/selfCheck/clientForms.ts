import type { ClientFault, ClientSteps } from '../../src/faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'

/** The client that does everything plainly. */
export const RIGHT_CLIENT = 'right'

/** The forms of a fault: its id, then `id#1` for the first of the others, and so on. */
const formsOf = ({ id, steps, others = [] }: ClientFault): (readonly [string, ClientSteps])[] => [
  [id, steps],
  ...others.map((form, index) => [`${id}#${index + 1}`, form] as const),
]

const CLIENTS: ReadonlyMap<string, ClientSteps> = new Map([
  [RIGHT_CLIENT, {}],
  ...[...CLIENT_VARIANTS, ...CLIENT_PAIRS].map(({ id, steps }) => [id, steps] as const),
  ...CLIENT_FAULTS.flatMap(formsOf),
])

/** What a client does; `id#0` is the fault itself. */
export const clientNamed = (name: string): ClientSteps | undefined => CLIENTS.get(name.replace(/#0$/, ''))

/** The names of all forms of a fault. */
export const formNames = (fault: ClientFault): string[] => formsOf(fault).map(([name]) => name)

/** The command of the adapter before such a client. */
export const clientAdapter = (name: string): Command => bundledProgram('selfCheck/faultyClientAdapter', name)
