import { inJson } from './json.ts'

/** How a secret may stand in other text. The search for leaks looks for every one of these forms. */

/** A shorter form may stand in other text by chance. */
const SHORTEST = 12

/** How many characters of a secret are a leak, if they are not most of it. */
const PART = 16
const DIVIDED = 24
/** With fewer different characters, such as a line of hyphens, a form may stand in other text by chance. */
const DIFFERENT = 6

/** Plain, escaped for JSON (RFC 8259 section 7) and for a URL (RFC 3986 section 2.1), in hex and in base64. */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const percent = encodeURIComponent(secret)
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before))
  const forms = [
    secret,
    inJson(secret),
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(forms)].filter(({ length }) => length >= SHORTEST)
}

/**
 * Its base64 after so many bytes in a group of three: only the characters that do not depend on what stands before and
 * behind it (RFC 4648 section 4: each character holds six bits).
 */
function base64Within(bytes: Uint8Array, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

/** Every part of a long secret that is long enough to be recognised. */
export function secretParts(secret: string): readonly string[] {
  if (secret.length < DIVIDED) return []
  const parts = Array.from({ length: secret.length - PART + 1 }, (_, at) => secret.slice(at, at + PART))
  return parts.filter((part) => new Set(part).size >= DIFFERENT)
}
