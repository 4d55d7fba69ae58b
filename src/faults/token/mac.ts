import type { Alteration, Seen, Stages } from '../fault.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** Other bytes in place of the HMAC. */
export function changed(change: (mac: Uint8Array) => Uint8Array): Alteration {
  return (sdk) => ({ encodeSignature: (mac, base64) => sdk.encodeSignature(change(mac), base64) })
}

/** Base64 of other bytes than those of the HMAC. */
export const MAC_ROWS: readonly SdkRow[] = sdkRows({
  'signature-bytes-as-text': {
    does: 'The bytes of the HMAC are taken for text, which damages those of 0x80 and above, and encoded again.',
    origin:
      "Node Buffer.from(mac.digest().toString()).toString('base64'); PHP utf8_encode; Java new String(bytes).",
    repair: "Encode the bytes themselves; Node: digest('base64').",
    alteration: changed((mac) => Buffer.from(Buffer.from(mac).toString('utf8'))),
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

/** Decoders put one replacement character or several for the same bytes: as many as the answer has. */
function replacedAsSeen(sdk: Stages, { signature = '' }: Seen): Partial<Stages> {
  const collapsed = (bytes: Uint8Array): string =>
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/\ufffd+/g, '\ufffd')
  return {
    encodeSignature: (mac, base64) => {
      const seen = Buffer.from(signature, 'base64')
      return sdk.encodeSignature(
        collapsed(seen) === collapsed(mac) ? seen : Buffer.from(Buffer.from(mac).toString('utf8')),
        base64,
      )
    },
  }
}
