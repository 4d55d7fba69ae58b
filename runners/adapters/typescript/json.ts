/** Strings (with the colon behind the name of a member), brackets and numbers of a JSON text. */
const WORDS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|-?[0-9][0-9.eE+-]*/g

/**
 * JSON.parse that refuses what it would change without a word: of a member that stands twice (RFC 8259 section 4) it
 * keeps the last, and 60.0, 1e400 and 9007199254740993 come back as other numbers.
 * @throws SyntaxError
 */
export function readStrictly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const open: Set<string>[] = []
  for (const [word, colon] of text.matchAll(WORDS)) {
    if (word === '{' || word === '[') open.push(new Set())
    else if (word === '}' || word === ']') open.pop()
    else if (colon !== undefined) addOnce(open.at(-1)!, word.slice(0, -colon.length))
    else if (!word.startsWith('"') && String(Number(word)) !== word)
      throw new SyntaxError('a number that does not come back as it is written')
  }
  return value
}

function addOnce(names: Set<string>, written: string): void {
  // Escapes can spell one name in two ways.
  const name = JSON.parse(written) as string
  if (names.has(name)) throw new SyntaxError('a member stands twice')
  names.add(name)
}
