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

/** Who asks the vectors of a group, or what they are for where no command asks them. */
const USES: Readonly<Record<Group, string>> = {
  token: 'asked by "channelproof sdk" of an adapter that offers the method',
  body: 'for your own validator of request bodies: no command asks them, because an SDK shows no validator. Give it each text, and compare what it says with expect; "channelproof self-check" does so with right and wrong validators',
  client: 'asked by "channelproof sdk" of an adapter that offers client.call',
  endpoint: 'asked by "channelproof live" of an endpoint',
  channel:
    'for models and simulators of a channel: no command asks them, because the clock of a live channel cannot be set. Play the steps of each timeline, and compare what is visible; "channelproof self-check" does so with right and wrong models',
  sdk: 'for code that chooses between tokens of the service and computed ones by the version of an SDK (section 9): no command asks them. Give it each SDK and version, and compare',
}

export const useOf = (family: string): string => USES[groupOf(family as FamilyName)]

function groupOf(name: FamilyName): Group {
  return name.split('/')[0] as Group
}
