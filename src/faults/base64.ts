import type { Mistake } from './model.ts'
import { Breakdown } from './sdk.ts'
import { faultsOf, KNOWN_DEFAULT } from './table.ts'

/** Changes what comes out of the base64 encoder, for params and signature alike. */
const encoded =
  (change: (text: string) => string): Mistake =>
  (sdk) => ({ base64: (bytes) => change(sdk.base64(bytes)) })

const lines = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []

const eachLineEnded = (width: number): Mistake =>
  encoded((text) =>
    lines(text, width)
      .map((line) => `${line}\n`)
      .join(''),
  )

export const BASE64_FAULTS = faultsOf('base64', [
  {
    id: 'b64-wrapped-76',
    does: 'The base64 has a line break after every 76 characters and at its end.',
    origin: 'Python base64.encodebytes; Android Base64.DEFAULT; Java Base64.getMimeEncoder (with CRLF).',
    repair:
      'Use an encoder without line breaks; Python: base64.b64encode, Android: Base64.NO_WRAP, Java: Base64.getEncoder().',
    seen: 'boto/boto#3706, forcedotcom/SalesforceMobileSDK-Android#1321',
    mistake: eachLineEnded(76),
  },
  {
    id: 'b64-wrapped-64',
    does: 'The base64 has a line break after every 64 characters.',
    origin: 'Shell: $(openssl base64) without -A; the shell cuts the last break only.',
    repair: 'Write the base64 in one line: openssl base64 -A.',
    seen: 'awsdocs/amazon-cloudfront-developer-guide#81',
    mistake: encoded((text) => lines(text, 64).join('\n')),
  },
  {
    id: 'b64-wrapped-60',
    does: 'The base64 has a line break after every 60 characters and at its end.',
    origin: 'Ruby Base64.encode64; Perl MIME::Base64 wraps likewise at 76.',
    repair: 'Use an encoder without line breaks; Ruby: Base64.strict_encode64.',
    seen: 'lanej/hmac#4',
    mistake: eachLineEnded(60),
  },
  {
    id: 'b64-newline-on-signature',
    does: 'A line feed stands after the signature.',
    origin:
      'Android Base64.encodeToString(mac, Base64.DEFAULT), or a signature read from the output of a program.',
    repair: 'End the token with the last character of the signature; Android: Base64.NO_WRAP.',
    seen: 'gotev/android-upload-service#145',
    mistake: (sdk) => ({ encodeSignature: (mac, base64) => `${sdk.encodeSignature(mac, base64)}\n` }),
  },
  {
    id: 'b64-urlsafe',
    does: 'The base64 uses the URL-safe alphabet, with - and _ instead of + and /.',
    origin: 'Python base64.urlsafe_b64encode; Go base64.URLEncoding; a helper of a JWT library.',
    repair:
      'Use the standard alphabet (RFC 4648 section 4); Python: base64.b64encode, Go: base64.StdEncoding.',
    seen: 'nats-io/nats.py#886',
    mistake: encoded((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  },
  {
    id: 'b64-unpadded',
    does: 'The base64 lacks its padding.',
    origin: 'Go base64.RawStdEncoding; Java withoutPadding(); a helper of a JWT library.',
    repair: 'Keep the = at the end (RFC 4648 section 3.2); Go: base64.StdEncoding.',
    seen: 'looker-open-source/sdk-codegen#305',
    mistake: encoded((text) => text.replace(/=+$/, '')),
  },
  {
    id: 'b64-plus-to-space',
    does: 'Spaces stand where the base64 had a plus sign.',
    origin: 'A token passed through a query string or form without percent-encoding.',
    repair: 'Percent-encode the token wherever it goes into a URL or form; JavaScript: encodeURIComponent.',
    seen: 'woocommerce/woocommerce#13632',
    // After signing: the signature is right, what arrives is not.
    mistake: (sdk) => ({ output: (text) => sdk.output(text).replaceAll('+', ' ') }),
  },
  {
    id: 'b64-of-hex',
    does: 'The signature is the base64 of the hex text of the digest instead of its bytes.',
    origin: 'PHP base64_encode(hash_hmac(…)) without its fourth argument; Python hexdigest().',
    repair: 'Encode the 32 bytes of the digest; PHP: hash_hmac(…, true), Python: digest().',
    seen: 'namshi/jose#35, jwt/ruby-jwt#1',
    mistake: (sdk) => ({
      encodeSignature: (mac, base64) => sdk.encodeSignature(Buffer.from(hex(mac)), base64),
    }),
  },
  {
    id: 'signature-hex',
    does: 'The signature is written in hex.',
    origin: "Node createHmac(…).digest('hex'); Python hexdigest(); PHP hash_hmac.",
    repair: "Write the signature in standard base64; Node: digest('base64').",
    seen: KNOWN_DEFAULT,
    mistake: () => ({ encodeSignature: hex }),
  },
  {
    id: 'params-latin1',
    does: 'The JSON is encoded as Latin-1 before base64, and fails where that has no such character.',
    origin: 'JavaScript in a browser: btoa(json).',
    repair: 'Encode the UTF-8 bytes of the JSON; JavaScript: new TextEncoder().encode(json).',
    seen: 'meilisearch/meilisearch-js#2230',
    mistake: () => ({ encodeText: latin1 }),
  },
  {
    id: 'params-bom',
    does: 'A byte order mark stands before the JSON.',
    origin: 'C# new StreamWriter(stream, Encoding.UTF8).',
    repair: 'Encode the JSON without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    seen: 'unosquare/embedio#400',
    mistake: (sdk) => ({
      encodeText: (json) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), sdk.encodeText(json)]),
    }),
  },
])

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** As btoa does: characters above U+00FF are an error, not a question mark. */
function latin1(json: string): Uint8Array {
  if (/[^\0-\u00ff]/.test(json))
    throw new Breakdown('failed', 'InvalidCharacterError: characters outside of the Latin1 range')
  return Buffer.from(json, 'latin1')
}
