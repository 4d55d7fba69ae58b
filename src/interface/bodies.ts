/** The members of request bodies (sections 2.1, 2.3 and 4), and which of them an SDK says that it can set. */
import { OPERATIONS, type BodyMembers, type Operation } from '../model/index.ts'
import { JOIN_PARAMS } from './joinParams.ts'
import type { StreamingOperation } from './operations.ts'
import { STREAMING_MEMBERS } from './schemas.ts'

/** A member of a body, or of the entries of its streamList: no name stands in both. */
interface BodyMember {
  readonly name: string
  readonly required: boolean
  /** The interface shows a value of it that every reading takes. */
  readonly isShown: boolean
}

/** Of layout and of the elements of watermarks the fields are not shown (2.3); 4.3 rule 3 shows an empty array. */
const NOT_SHOWN: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  'streaming.start': ['layout', 'watermarks'],
  'streaming.update': ['layout'],
}

const streamingMembers = (operation: StreamingOperation): readonly BodyMember[] =>
  Object.entries<boolean>(STREAMING_MEMBERS[operation]).map(([name, required]) => ({
    name,
    required,
    isShown: !NOT_SHOWN[operation]?.includes(name),
  }))

/** The members of each body, in the order of their schemas. */
export const BODY_MEMBERS: Readonly<Record<Operation, readonly BodyMember[]>> = {
  'auth.token': JOIN_PARAMS.map(({ name, required, plain, type }) => ({
    name,
    required,
    isShown: type === 'string' || plain !== undefined,
  })),
  'streaming.start': streamingMembers('streaming.start'),
  'streaming.update': streamingMembers('streaming.update'),
  'streaming.stop': streamingMembers('streaming.stop'),
}

/** The names of the members of all bodies. */
export const MEMBER_NAMES: readonly string[] = [
  ...new Set(Object.values(BODY_MEMBERS).flatMap((members) => members.map(({ name }) => name))),
]

const LAYOUT = 'layout'

/** What a list in `members` may hold: an SDK says of layout with a member of its own whether it can nest one. */
export const listable = (operation: Operation): readonly string[] =>
  BODY_MEMBERS[operation].flatMap(({ name }) => (name === LAYOUT ? [] : [name]))

/** What a description says of the members of bodies. */
export interface Settable {
  readonly members?: BodyMembers | undefined
  /** Holds for auth.token where `members` does not name it. */
  readonly joinParams?: readonly string[] | undefined
}

/** Can the SDK leave out some member of some body, because it cannot set it? */
export const isNarrow = ({ members, joinParams }: Settable): boolean =>
  members !== undefined || joinParams !== undefined

/** Can the SDK set this member? Required ones always: without them there would be no body. */
export function canSet({ members, joinParams }: Settable, operation: Operation, name: string): boolean {
  if (BODY_MEMBERS[operation].some((row) => row.name === name && row.required)) return true
  if (name === LAYOUT) return members === undefined || members.layout === true
  const names = members?.[operation] ?? (operation === 'auth.token' ? joinParams : undefined)
  return names?.includes(name) ?? true
}

/** The members of each operation that the SDK cannot set; operations without one are left out. */
export const unsettable = (said: Settable): readonly (readonly [Operation, readonly string[]])[] =>
  OPERATIONS.map((operation) => {
    const names = BODY_MEMBERS[operation].map(({ name }) => name)
    return [operation, names.filter((name) => !canSet(said, operation, name))] as const
  }).filter(([, names]) => names.length > 0)
