/** Where an adapter may be started: what code that formats by time zone or locale gets wrong shows in one of these. */
export interface Place {
  readonly timeZone: string
  /** Of `LANG` and `LC_ALL`; absent: that of the run. */
  readonly locale?: string
}

/**
 * Offsets of quarters of an hour, a day that was skipped, a daylight saving time that is negative; a dotless i, a comma
 * for the decimal point, other digits.
 */
export const PLACES: readonly Place[] = [
  { timeZone: 'America/St_Johns', locale: 'tr_TR.UTF-8' },
  { timeZone: 'Pacific/Apia', locale: 'de_DE.UTF-8' },
  { timeZone: 'Africa/Casablanca', locale: 'ar_EG.UTF-8' },
  { timeZone: 'Asia/Kathmandu', locale: 'C' },
  { timeZone: 'UTC', locale: 'tr_TR.UTF-8' },
]

/** What an adapter finds in its environment. */
export const localeOf = ({ locale }: Place): Readonly<Record<string, string>> =>
  locale === undefined ? {} : { LANG: locale, LC_ALL: locale }

/** `TZ=UTC and LC_ALL=C`. */
export const placeText = ({ timeZone, locale }: Place): string =>
  `TZ=${timeZone}${locale === undefined ? '' : ` and LC_ALL=${locale}`}`

const RUNS_LOCALE = 'the locale of the run'

/** What a question that only fails here fails by. @param wrong which of the two alone is enough */
export function placeCause(place: Place, base: Place, wrong: { zone: boolean; locale: boolean }): string {
  if (wrong.zone && !wrong.locale) return `wrong under TZ=${place.timeZone}; right under TZ=${base.timeZone}`
  if (wrong.locale && !wrong.zone) return `wrong under LC_ALL=${place.locale}; right under ${RUNS_LOCALE}`
  return `wrong under ${placeText(place)}; right under TZ=${base.timeZone} and ${RUNS_LOCALE}`
}
