/** What the page can do: each tool is a row with its fields, and a function from what they hold to the text of a result. */
import { ChannelproofError, messageOf } from '../../src/errors.ts'
import { JOIN_PARAMS } from '../../src/interface/joinParams.ts'
import { BODY_KINDS } from '../../src/model/index.ts'
import { visible } from '../../src/report/visible.ts'
import { TokenError } from '../../src/token/index.ts'
import { Secrets } from '../terminal/secrets.ts'
import { REQUEST } from '../validate/violations.ts'
import { type Around, built, checked, inspected, type Values, verified } from './runs.ts'

export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'secret' | 'area' | 'tick' | 'choice'
  readonly hint?: string
  /** Of a choice: values with their words. */
  readonly choices?: readonly (readonly [value: string, words: string])[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly does: string
  readonly button: string
  /** Names of the fields above all tools that it reads. */
  readonly shared: readonly string[]
  readonly fields: readonly Field[]
  /** The verdict in the first line. @throws ChannelproofError, TokenError: what the fields hold cannot be used */
  readonly run: (values: Values, around: Around) => string
}

export const SHARED: readonly Field[] = [
  { name: 'appId', label: 'appId', kind: 'text' },
  {
    name: 'appSecret',
    label: 'App secret',
    kind: 'secret',
    hint: 'Results call it CHANNELPROOF_APP_SECRET, as the command does.',
  },
  { name: 'now', label: 'Time', kind: 'text', hint: 'Unix seconds. Empty: the clock of this machine.' },
]

const TOKEN: Field = { name: 'token', label: 'Token, or a text that holds it', kind: 'area' }

export const TOOLS: readonly Tool[] = [
  {
    name: 'inspect',
    title: 'Inspect a token',
    does: 'What is wrong with a token, where, and which fault makes it so. The same as the command inspect.',
    button: 'Inspect',
    shared: ['appId', 'appSecret', 'now'],
    fields: [
      TOKEN,
      { name: 'channelId', label: 'channelId that the client joins with', kind: 'text', hint: 'Optional.' },
      { name: 'userId', label: 'userId that the client joins with', kind: 'text', hint: 'Optional.' },
      { name: 'fix', label: 'Make the right token as well', kind: 'tick' },
    ],
    run: inspected,
  },
  {
    name: 'verify',
    title: 'Verify a token',
    does: 'What a verifier says of a token, and whether it is for the join parameters that you expect.',
    button: 'Verify',
    shared: ['appId', 'appSecret', 'now'],
    fields: [
      { ...TOKEN, label: 'Token' },
      {
        name: 'expected',
        label: 'Expected join parameters',
        kind: 'area',
        hint: 'Optional: a JSON object. Members that it does not name may hold anything.',
      },
    ],
    run: verified,
  },
  {
    name: 'build',
    title: 'Build a token',
    does: 'A right token with every value on the way, to compare with your code step by step.',
    button: 'Build',
    shared: ['appId', 'appSecret', 'now'],
    fields: JOIN_PARAMS.map(({ name, type, required }) => ({
      name,
      label: name,
      kind: 'text',
      hint: `${type}${required ? '' : ', optional'}`,
    })),
    run: built,
  },
  {
    name: 'body',
    title: 'Check a request body',
    does: 'Every rule that a body breaks. The same as the command validate.',
    button: 'Check',
    shared: [],
    fields: [
      {
        name: 'kind',
        label: 'Request',
        kind: 'choice',
        choices: BODY_KINDS.map((kind) => [kind, REQUEST[kind]]),
      },
      {
        name: 'level',
        label: 'What makes it wrong',
        kind: 'choice',
        choices: [
          ['required', 'the interface'],
          ['recommended', 'the interface and the standards'],
        ],
      },
      { name: 'json', label: 'Body in JSON', kind: 'area' },
    ],
    run: checked,
  },
]

/** What a tool needs that no field holds. */
export type Given = Omit<Around, 'mask'>

/** The text of a result, or of what is wrong with the fields. The secret does not stand in it, in whatever form. */
export function resultOf(tool: Tool, values: Values, given: Given): string {
  const secrets = new Secrets()
  secrets.add(values['appSecret'])
  return secrets.text(attempted(tool, values, { ...given, mask: (value) => secrets.mask(value) }))
}

function attempted(tool: Tool, values: Values, around: Around): string {
  try {
    return tool.run(values, around)
  } catch (error) {
    if (error instanceof ChannelproofError)
      return around.paint('bad', visible(`${error.message}. ${error.advice}`))
    if (error instanceof TokenError) return around.paint('bad', visible(`${error.message} [${error.code}]`))
    // A bug of ours must not leave the result of before.
    return around.paint(
      'bad',
      visible(`this page failed, which is a bug of channelproof: ${messageOf(error)}`),
    )
  }
}
