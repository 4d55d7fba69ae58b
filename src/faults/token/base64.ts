import type { Alteration } from '../fault.ts'
import { percentEncodedBy, urlSafeAlphabet } from '../forms/encodings.ts'
import { sdkFaults, after, before, inForms, instead } from '../faultySdk/index.ts'
import { TokenError } from '../../token/index.ts'

const changed = before('encodeSignature')

const ofHex = (text: (mac: Uint8Array) => string): Alteration => changed((mac) => Buffer.from(text(mac)))

/** As C# BitConverter.ToString writes it. */
const dashed = (digits: string): string => (digits.match(/../g) ?? []).join('-')

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const upperHex = (bytes: Uint8Array): string => hex(bytes).toUpperCase()

/** Decoders put one replacement character or several for the same bytes: as many as the answer has. */
const replacedAsSeen: Alteration = (sdk, { signature = '' }) =>
  changed((mac) => {
    const seen = Buffer.from(signature, 'base64')
    const text = asText(mac)
    return collapsed(asText(seen)) === collapsed(text) ? seen : Buffer.from(text)
  })(sdk, {})
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const collapsed = (text: string): string => text.replace(/\ufffd+/g, '\ufffd')

type Change = (text: string) => string

/** Changes the output of the base64 encoder: for params and signature alike, or for one of them. */
const encoded = after('base64')
const inParams = after('encodeParams')
const inSignature = after('encodeSignature')
const inToken = after('assemble')
const inOutput = after('output')
/** What is sent is not what was signed. */
const inSent = (change: Change): Alteration =>
  before('assemble')((parts) => ({ ...parts, params: change(parts.params) }))

const plusToSpace = (text: string): string => text.replaceAll('+', ' ')

/** A change everywhere and in one part alone. */
const wherever = (change: Change): Alteration[] => [encoded(change), inParams(change), inSignature(change)]

/** Verifying code that uses the same encoder writes each part again and compares, or the signature alone. */
const readingUrlSafe = [
  after('parse')((parts) => {
    if (/[+/]/.test(`${parts.params}${parts.signature}`))
      throw new TokenError('malformed', 'a part is not what it is written as')
    return parts
  }),
  before('signatureFits')(urlSafeAlphabet),
]

/** A break after a signature alone is a fault of its own: its 44 characters fit in any line. */
const inBoth = (...changes: readonly Change[]): ReturnType<typeof inForms> =>
  inForms(changes.flatMap((change) => [encoded(change), inParams(change)]))

const lines = (text: string, width: number, ending = ''): string[] =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => line + ending)
const joined = (width: number, ending: string) => (text: string) => lines(text, width).join(ending)
const ended = (width: number, ending: string) => (text: string) => lines(text, width, ending).join('')

export const BASE64_FAULTS = sdkFaults('base64', {
  'b64-wrapped-76': {
    does: 'The base64 has a line break after every 76 characters and at its end.',
    origin: 'Python base64.encodebytes; Android Base64.DEFAULT; Java Base64.getMimeEncoder (with CRLF).',
    repair: 'Write no line breaks; Python: b64encode, Android: Base64.NO_WRAP, Java: Base64.getEncoder().',
    reference: 'boto/boto#3706, forcedotcom/SalesforceMobileSDK-Android#1321',
    ...inBoth(ended(76, '\n'), joined(76, '\r\n'), ended(76, '\r\n'), joined(76, '\n')),
  },
  'b64-wrapped-64': {
    does: 'The base64 has a line break after every 64 characters.',
    origin: 'Shell: $(openssl base64) without -A; the shell cuts the last break only.',
    repair: 'Write the base64 in one line: openssl base64 -A.',
    reference: 'awsdocs/amazon-cloudfront-developer-guide#81',
    ...inBoth(joined(64, '\n'), ended(64, '\n'), joined(64, '\r\n'), ended(64, '\r\n')),
  },
  'b64-wrapped-60': {
    does: 'The base64 has a line break after every 60 characters and at its end.',
    origin: 'Ruby Base64.encode64; Perl MIME::Base64 wraps likewise at 76.',
    repair: 'Use an encoder without line breaks; Ruby: Base64.strict_encode64.',
    reference: 'lanej/hmac#4',
    ...inBoth(ended(60, '\n'), joined(60, '\n')),
  },
  'b64-newline-on-signature': {
    does: 'A line feed stands after the signature.',
    origin: 'Android encodeToString(mac, Base64.DEFAULT); a signature that is the output of a program.',
    repair: 'End the token with the last character of the signature; Android: Base64.NO_WRAP.',
    reference: 'gotev/android-upload-service#145',
    alteration: inSignature((text) => `${text}\n`),
    others: [inSignature((text) => `${text}\r\n`)],
  },
  'b64-urlsafe': {
    does: 'The base64 uses the URL-safe alphabet, with - and _ instead of + and /.',
    origin: 'Python base64.urlsafe_b64encode; Go base64.URLEncoding; a helper of a JWT library.',
    repair:
      'Use the standard alphabet (RFC 4648 section 4); Python: base64.b64encode, Go: base64.StdEncoding.',
    reference: 'nats-io/nats.py#886',
    ...inForms([...wherever(urlSafeAlphabet), ...readingUrlSafe]),
  },
  'b64-unpadded': {
    does: 'The base64 lacks its padding.',
    origin: 'Go base64.RawStdEncoding; Java withoutPadding(); a helper of a JWT library.',
    repair: 'Keep the = at the end (RFC 4648 section 3.2); Go: base64.StdEncoding.',
    reference: 'looker-open-source/sdk-codegen#305',
    ...inForms(wherever((text) => text.replace(/=+$/, ''))),
  },
  'b64-plus-to-space': {
    does: 'Spaces stand where the base64 had a plus sign.',
    origin: 'A token passed through a query string or form without percent-encoding.',
    repair: 'Percent-encode the token wherever it goes into a URL or form; JavaScript: encodeURIComponent.',
    reference: 'woocommerce/woocommerce#13632',
    // After signing: the signature is right, what arrives is not.
    alteration: inOutput(plusToSpace),
    // The last before signing, in the params alone.
    others: [inToken(plusToSpace), inParams(plusToSpace)],
  },
  'b64-of-hex': {
    does: 'The signature is the base64 of the hex text of the digest instead of its bytes.',
    origin: 'PHP base64_encode(hash_hmac(…)) without its fourth argument; Python hexdigest().',
    repair: 'Encode the 32 bytes of the digest; PHP: hash_hmac(…, true), Python: digest().',
    reference: 'namshi/jose#35, jwt/ruby-jwt#1',
    alteration: ofHex(hex),
    others: [ofHex(upperHex)],
  },
  'signature-hex': {
    does: 'The signature is written in hex.',
    origin: "Node createHmac(…).digest('hex'); Python hexdigest(); PHP hash_hmac.",
    repair: "Write the signature in standard base64; Node: digest('base64').",
    ...inForms([hex, upperHex, (mac: Uint8Array) => dashed(upperHex(mac))].map(instead('encodeSignature'))),
  },
  'b64-line-feed': {
    does: 'The base64 of params and signature ends with a line feed.',
    origin: 'Shell: the output of base64 -w0 or of a filter, read whole; Perl MIME::Base64 with short text.',
    repair: 'Cut the line feed off; shell: $(…) does so, Perl: encode_base64($bytes, "").',
    alteration: encoded((text) => `${text}\n`),
    others: [encoded((text) => `${text}\r\n`), inParams((text) => `${text}\n`)],
  },
  'b64-bytes-repr': {
    does: "The base64 stands between b' and ', as Python shows bytes.",
    origin: 'Python: str(base64.b64encode(…)) or an f-string around bytes.',
    repair: "Decode the bytes to text; Python: base64.b64encode(…).decode('ascii').",
    ...inForms(wherever((text) => `b'${text}'`)),
  },
  'b64-quoted': {
    does: 'The base64 stands between quotation marks.',
    origin: 'Any language: the JSON encoder of a string instead of the string.',
    repair: 'Write the base64 itself, without quotation marks.',
    ...inForms(wherever((text) => `"${text}"`)),
  },
  'b64-twice': {
    does: 'The base64 is encoded in base64 once more.',
    origin: 'Any language: a helper that encodes already, and an encoder after it.',
    repair: 'Encode the bytes once.',
    ...inForms(wherever((text) => Buffer.from(text).toString('base64'))),
  },
  'b64-percent-encoded': {
    does: 'The plus signs, slashes and equals signs of the base64 are percent-encoded.',
    origin: 'PHP urlencode; JavaScript encodeURIComponent; Python urllib.parse.quote_plus.',
    repair: 'Percent-encode the token only where it goes into a URL, and not when it is made.',
    ...inForms([
      ...[inOutput, inToken, encoded, inParams, inSignature, inSent].map((within) =>
        within(encodeURIComponent),
      ),
      inOutput((text) => text.replaceAll('+', '%2B')),
      // Some keep the slash, others the plus sign and the equals sign.
      ...(['Python quote', 'Go PathEscape'] as const).flatMap((name) =>
        [encoded, inParams, inSignature, inSent].map((within) => within(percentEncodedBy(name))),
      ),
    ]),
  },
  'b64-nul-ended': {
    does: 'A NUL byte stands after the text.',
    origin: 'C: strlen(text) + 1 bytes are sent, or the whole buffer.',
    repair: 'Send strlen(text) bytes; C: EVP_EncodeBlock returns the length without the NUL.',
    alteration: inOutput((text) => `${text}\0`),
    others: [encoded((text) => `${text}\0`)],
  },
  'signature-bytes-as-text': {
    does: 'The bytes of the HMAC are taken for text, which damages those of 0x80 and above, and encoded again.',
    origin: 'Node digest().toString(), encoded again; PHP utf8_encode; Java new String(bytes).',
    repair: "Encode the bytes themselves; Node: digest('base64').",
    alteration: changed((mac) => Buffer.from(asText(mac))),
    others: [changed((mac) => Buffer.from(Buffer.from(mac).toString('latin1'))), replacedAsSeen],
  },
  'signature-truncated': {
    does: 'Only the first half of the HMAC is sent.',
    origin: 'Code copied from a service that takes HMAC-SHA256-128.',
    repair: 'Send all 32 bytes of the HMAC.',
    alteration: changed((mac) => mac.subarray(0, 16)),
    others: [changed((mac) => mac.subarray(0, 20)), changed((mac) => mac.subarray(0, 31))],
  },
})
