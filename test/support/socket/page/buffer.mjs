/** What the sample takes from Buffer, on btoa and atob. WRONG: base64 of a text is btoa of its UTF-16 code units. */
const binary = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function decoded(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    // Node's reader takes what is no base64 as well; the sample sees that by writing it again.
    return new Uint8Array()
  }
}

const of = (bytes, text) =>
  Object.assign(bytes, {
    toString: (encoding) => {
      if (encoding === 'hex') return hexadecimal(bytes)
      if (encoding !== 'base64') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      return btoa(WRONG && text !== undefined ? text : binary(bytes))
    },
  })

export const Buffer = {
  of: (bytes) => of(bytes),
  from: (text, encoding) =>
    encoding === 'base64' ? of(decoded(text)) : of(new TextEncoder().encode(text), text),
}
