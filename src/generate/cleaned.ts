/** What code removes or replaces that cleans, normalises or formats texts. Ids are any texts, so all of it stays. */
import { array, constantFrom, type Arbitrary } from 'fast-check'

/** Characters that cannot be seen: joiners, marks of direction, and what chooses the look of others. */
const INVISIBLE =
  '\u00ad|\u034f|\u180e|\u200b|\u200c|\u200d|\u200e|\u200f|\u202a|\u202e|\u2060|\u2066|\u2069|\ufe0e|\ufe0f|\ufeff'
const SPACES = '\u00a0|\u1680|\u2003|\u2009|\u202f|\u3000|\u0085|\u2028|\t|\r\n|\r\n|\n|  '
/** What word processors write for ASCII. */
const TYPOGRAPHY = '\u2018|\u2019|\u201c|\u201d|\u00ab|\u2013|\u2014|\u2212|\u2026|\u2022|\u00d7|\u2122'
/** Digits and letters that have an ASCII form, and Korean, Japanese and Indic ones that can be taken apart. */
const FORMS =
  '\u0663|\u06f3|\u0969|\uff13|\u00b2|\u2460|\uff21|\u24b6|\u212a|\u017f|\ufb01|\u01c6|한|が|ｶ|\u0958|\u{1d400}'
/** Cases that depend on the language or change the length. */
const CASES = 'ß|\u1e9e|İ|ı|ς|\u0149'
/** Several characters that are one on the screen, and characters of the other planes. */
const WIDE =
  '\u{1f469}\u200d\u{1f467}|\u{1f44d}\u{1f3fd}|\u{1f1e9}\u{1f1ea}|1\ufe0f\u20e3|\u{16800}|\u{20000}|\u{30000}|\u{10fffd}|\ufffc|\ufffd'
/** What formats, templates, shells and databases read as one of their own. */
const SPECIAL = "%%|%d|%s|\\\\|\\n|''|--|{{a}}|${a}|$1|<b>|&lt;|//|#|?|;|:|@|~|=|*"

export const CLEANED = [INVISIBLE, SPACES, TYPOGRAPHY, FORMS, CASES, WIDE, SPECIAL].flatMap((texts) =>
  texts.split('|'),
)

/** Texts of many of them, so that a few questions have each; a letter stands between any two. */
export const cleanedText: Arbitrary<string> = array(constantFrom(...CLEANED), {
  minLength: 12,
  maxLength: 24,
}).map((list) => `a${list.join('b')}c`)
