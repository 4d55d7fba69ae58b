import type { Family, RequirementId, Vector } from '../../model/index.ts'
import { accept, vectorOf, type Row } from '../rows/row.ts'

const FAMILY = 'sdk/minimum-version'

/** The table of section 9 as data, for SDKs that implement the check; the adapter protocol has no such method. */
export const sdkMinimumVersion = (): Family => ({
  name: FAMILY,
  title:
    'Lowest client SDK versions that recognise self-computed tokens (section 9); data for your own tests',
  vectors: Object.entries(TABLE).flatMap(([rule, row]) =>
    row.sdks.flatMap((sdk) => vectorsOf(sdk, rule, row)),
  ),
})

interface Minimum {
  readonly sdks: readonly string[]
  readonly older: readonly string[]
  readonly minimum: string
  readonly newer: readonly string[]
}

/** Versions compare number by number. */
const TABLE: Readonly<Record<RequirementId, Minimum>> = {
  'SDK-VERSION-NATIVE': {
    sdks: ['Windows', 'macOS', 'iOS', 'Android'],
    older: ['1.4.0', '1.3.99', '0.9.9'],
    minimum: '1.4.1',
    newer: ['1.4.2', '1.10.0', '2.0.0', '10.0.0'],
  },
  'SDK-VERSION-WEB': {
    sdks: ['Web'],
    older: ['1.3.3', '1.2.10', '0.4.5'],
    minimum: '1.3.4',
    newer: ['1.3.5', '1.3.10', '1.10.0', '2.0.0'],
  },
  'SDK-VERSION-WEB-WHITEBOARD': {
    sdks: ['Web Whiteboard'],
    older: ['2.0.9', '2.0.10', '1.9.9'],
    minimum: '2.1.0',
    newer: ['2.1.1', '2.10.0', '10.0.0'],
  },
  'SDK-VERSION-ELECTRON': {
    sdks: ['Electron'],
    older: ['1.0.3', '0.10.5'],
    minimum: '1.0.4',
    newer: ['1.0.5', '1.0.10', '1.1.0', '10.0.0'],
  },
  'SDK-VERSION-FLUTTER-REACT-NATIVE': {
    sdks: ['Flutter', 'React Native'],
    older: ['0.9.5', '0.8.10'],
    minimum: '0.9.6',
    newer: ['0.9.7', '0.9.10', '0.10.0', '1.0.0'],
  },
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

function vectorsOf(sdk: string, rule: RequirementId, { older, minimum, newer }: Minimum): Vector[] {
  const nameOf = (version: string): string => `${slug(sdk)}-${slug(version)}`
  const vector = (version: string): Vector => {
    const isOld = older.includes(version)
    const row: Row = {
      name: nameOf(version),
      title: `${sdk} ${version} ${isOld ? 'does not recognise' : 'recognises'} self-computed tokens`,
      requirements: [rule, 'SDK-VERSION-MINIMUM'],
      ...(isOld && { twin: `${FAMILY}/${nameOf(minimum)}` }),
    }
    return vectorOf(FAMILY, row, {
      question: { method: 'sdk.minimumVersion', params: { sdk, version } },
      expect: isOld ? { verdict: 'refuse', reasons: ['too-old'] } : accept({ recognises: true }),
    })
  }
  return [minimum, ...older, ...newer].map(vector)
}
