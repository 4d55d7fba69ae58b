/** One line of the doctor: `note` is no mistake, but worth a look. */
export interface Finding {
  readonly state: 'right' | 'WRONG' | 'note'
  /** What was checked. */
  readonly about: string
  /** What was seen. */
  readonly says: string
  /** What to do, if anything. */
  readonly repair?: string
}

export const right = (about: string, says: string): Finding => ({ state: 'right', about, says })
export const wrong = (about: string, says: string, repair: string): Finding => ({
  state: 'WRONG',
  about,
  says,
  repair,
})
export const note = (about: string, says: string, repair?: string): Finding => ({
  state: 'note',
  about,
  says,
  ...(repair !== undefined && { repair }),
})
