type Characters = Pick<string, 'length' | 'charAt'>

/** Where to go on if what follows a star does not match: after the star, and one character later each time. */
interface Star {
  readonly token: number
  at: number
}

/**
 * Does an id match a glob? `*` and `?` stay within a part, `**` crosses parts. Two pointers and the last star of each
 * kind suffice: an earlier star reaches no place that the last one does not. A regular expression would try them all.
 */
export function fitsGlob(glob: string, id: Characters): boolean {
  const tokens = glob.match(/\*\*|[^]/g) ?? []
  let star: Star | undefined
  let deepStar: Star | undefined
  for (let [token, at] = [0, 0]; token < tokens.length || at < id.length;) {
    const wanted = tokens[token]
    if (wanted === '**') [deepStar, star] = [{ token: ++token, at }, undefined]
    else if (wanted === '*') star = { token: ++token, at }
    else if (fitsOne(wanted, id.charAt(at))) [token, at] = [token + 1, at + 1]
    else {
      // Within a part first; beyond it only `**` can go.
      if (!canGrow(star, id) || id.charAt(star.at) === '/') star = deepStar
      if (!canGrow(star, id)) return false
      star.at++
      ;({ token, at } = star)
      if (star === deepStar) star = undefined
    }
  }
  return true
}

/** @param character empty at the end of the id */
const fitsOne = (wanted: string | undefined, character: string): boolean =>
  wanted === '?' ? character !== '' && character !== '/' : character !== '' && wanted === character

const canGrow = (star: Star | undefined, { length }: Characters): star is Star =>
  star !== undefined && star.at < length

export const isGlob = (text: string): boolean => /[*?]/.test(text)
