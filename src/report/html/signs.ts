import { isKeyOf } from '../../tables.ts'
import { type Markup, markup } from './markup.ts'

/** An outcome on a page: a sign and a word, so that the colour adds nothing. */
export interface Sign {
  readonly sign: string
  readonly word: string
  readonly colour: 'good' | 'bad' | 'warn' | 'muted'
}

/** The outcome of a vector, or of all vectors of a rule: the worst first. */
export const SIGNS = {
  errored: { sign: '!', word: 'errored', colour: 'bad' },
  failed: { sign: '✗', word: 'failed', colour: 'bad' },
  excused: { sign: '~', word: 'excused', colour: 'warn' },
  unclear: { sign: '?', word: 'unclear', colour: 'warn' },
  passed: { sign: '✓', word: 'passed', colour: 'good' },
  observed: { sign: '○', word: 'observed', colour: 'muted' },
  skipped: { sign: '–', word: 'skipped', colour: 'muted' },
  'not run': { sign: '·', word: 'not run', colour: 'muted' },
  'not shown': { sign: '□', word: 'not shown', colour: 'muted' },
} as const satisfies Readonly<Record<string, Sign>>

export type State = keyof typeof SIGNS
/** A state that the vectors of a rule can be in; `unclear`: failed, but by another of their rules. */
export type ToldState = Exclude<State, 'not run' | 'not shown'>

export const signOf = (state: string): Sign =>
  isKeyOf(SIGNS, state) ? SIGNS[state] : { sign: '*', word: state, colour: 'bad' }

/** A sign with its word, which a screen reader reads alone. */
export const coloured = ({ sign, word, colour }: Pick<Sign, 'sign' | 'word'> & { colour: string }): Markup =>
  markup`<span class="${colour}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`
