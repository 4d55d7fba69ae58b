/** Every family, in the order in which a run asks them: parts first, whole tokens after. */
export const FAMILY_NAMES = [
  'token/params',
  'token/signature',
  'token/issue',
  'token/refusal',
  'token/verify',
  'body/auth-token',
  'body/streaming-start',
  'body/streaming-update',
  'body/streaming-stop',
  'client/request',
  'client/response',
  'endpoint/auth',
  'endpoint/headers',
  'endpoint/token',
  'endpoint/streaming',
  'channel/lifecycle',
  'sdk/minimum-version',
] as const
export type FamilyName = (typeof FAMILY_NAMES)[number]

/** The folders under vectors/: families of a group are loaded together. */
export const GROUPS = [...new Set(FAMILY_NAMES.map(groupOf))]
export type Group = FamilyName extends infer N ? (N extends `${infer G}/${string}` ? G : never) : never

function groupOf(name: FamilyName): Group {
  return name.split('/')[0] as Group
}
