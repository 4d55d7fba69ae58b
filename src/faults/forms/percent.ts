import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'

/** What languages percent-encode, from their documentation; a test asks those that this machine has. */

interface Encoder {
  /** The characters that stay as they are beside letters and digits of ASCII. */
  readonly keeps: string
  readonly space: '+' | '%20'
}

const ENCODERS = {
  /** ECMA-262. */
  'JavaScript encodeURIComponent': { keeps: "-_.!~*'()", space: '%20' },
  'JavaScript encodeURI': { keeps: "-_.!~*'();/?:@&=+$,#", space: '%20' },
  /** urllib.parse. */
  'Python quote': { keeps: '-_.~/', space: '%20' },
  'Python quote_plus': { keeps: '-_.~', space: '+' },
  'PHP urlencode': { keeps: '-_.', space: '+' },
  /** RFC 3986 section 2.3; also C# Uri.EscapeDataString, Ruby ERB url_encode, Rust urlencoding. */
  'PHP rawurlencode': { keeps: '-_.~', space: '%20' },
  /** net/url. */
  'Go PathEscape': { keeps: '-_.~$&+:=@', space: '%20' },
  /** As HTML forms; also Ruby URI.encode_www_form_component. */
  'Java URLEncoder': { keeps: '-_.*', space: '+' },
  /** WebUtility.UrlEncode. */
  'C# UrlEncode': { keeps: '-_.!*()', space: '+' },
} as const satisfies Readonly<Record<string, Encoder>>

export type EncoderName = keyof typeof ENCODERS

/** Percent-encodes the UTF-8 bytes as the function of a language does; lone surrogates as U+FFFD. */
export function percentEncodedBy(name: EncoderName): ((text: string) => string) & Named {
  const { keeps, space } = ENCODERS[name]
  return named(name, (text: string) =>
    text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^A-Za-z0-9]/gu, (character) => {
      if (keeps.includes(character)) return character
      return character === ' '
        ? space
        : Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&')
    }),
  )
}

/** Those beside that which a fault has in its main form. */
export const OTHER_ENCODERS = keysOf<EncoderName>(ENCODERS)
  .filter((name) => name !== 'JavaScript encodeURIComponent')
  .map(percentEncodedBy)

/** Decodes valid escapes byte by byte and leaves the rest as it is: PHP urldecode, Python unquote, Ruby CGI.unescape. */
export function bytesDecoded(text: string): string {
  const binary = Buffer.from(text, 'utf8').toString('latin1')
  const byte = (_escape: string, hex: string): string => String.fromCharCode(parseInt(hex, 16))
  return Buffer.from(binary.replace(/%([0-9A-Fa-f]{2})/g, byte), 'latin1').toString('utf8')
}
