import type { Family, Vector } from '../../model/index.ts'
import { accept, vectorOf } from '../rows/row.ts'

const FAMILY = 'sdk/minimum-version'

/** The table of section 9 as data, for SDKs that implement the check; the adapter protocol has no such method. */
export const sdkMinimumVersion = (): Family => ({
  name: FAMILY,
  title:
    'Lowest client SDK versions that recognise self-computed tokens (section 9); data for your own tests',
  vectors: TABLE.flatMap(([sdks, requirement, cases]) =>
    sdks.flatMap((sdk) =>
      cases.map(([version, recognises]) => toVector(sdk, requirement, version, recognises, cases[0][0])),
    ),
  ),
})

type Case = readonly [version: string, recognises: boolean]

/** Each row: SDKs, requirement, cases; the first case is the minimum itself. Versions compare number by number. */
const TABLE: readonly (readonly [readonly string[], string, readonly [Case, ...Case[]]])[] = [
  [
    ['Windows', 'macOS', 'iOS', 'Android'],
    'SDK-VERSION-NATIVE',
    [
      ['1.4.1', true],
      ['1.4.0', false],
      ['1.3.99', false],
      ['0.9.9', false],
      ['1.4.2', true],
      ['1.10.0', true],
      ['2.0.0', true],
      ['10.0.0', true],
    ],
  ],
  [
    ['Web'],
    'SDK-VERSION-WEB',
    [
      ['1.3.4', true],
      ['1.3.3', false],
      ['1.2.10', false],
      ['0.4.5', false],
      ['1.3.5', true],
      ['1.3.10', true],
      ['1.10.0', true],
      ['2.0.0', true],
    ],
  ],
  [
    ['Web Whiteboard'],
    'SDK-VERSION-WEB-WHITEBOARD',
    [
      ['2.1.0', true],
      ['2.0.9', false],
      ['2.0.10', false],
      ['1.9.9', false],
      ['2.1.1', true],
      ['2.10.0', true],
      ['10.0.0', true],
    ],
  ],
  [
    ['Electron'],
    'SDK-VERSION-ELECTRON',
    [
      ['1.0.4', true],
      ['1.0.3', false],
      ['0.10.5', false],
      ['1.0.5', true],
      ['1.0.10', true],
      ['1.1.0', true],
      ['10.0.0', true],
    ],
  ],
  [
    ['Flutter', 'React Native'],
    'SDK-VERSION-FLUTTER-REACT-NATIVE',
    [
      ['0.9.6', true],
      ['0.9.5', false],
      ['0.8.10', false],
      ['0.9.7', true],
      ['0.9.10', true],
      ['0.10.0', true],
      ['1.0.0', true],
    ],
  ],
]

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

function toVector(
  sdk: string,
  requirement: string,
  version: string,
  recognises: boolean,
  minimum: string,
): Vector {
  const name = `${slug(sdk)}-${slug(version)}`
  const row = {
    name,
    title: `${sdk} ${version} ${recognises ? 'recognises' : 'does not recognise'} self-computed tokens`,
  }
  return vectorOf(
    FAMILY,
    {
      ...row,
      requirements: [requirement, 'SDK-VERSION-MINIMUM'],
      ...(!recognises && { twin: `${FAMILY}/${slug(sdk)}-${slug(minimum)}` }),
    },
    {
      question: { method: 'sdk.minimumVersion', params: { sdk, version } },
      expect: recognises ? accept({ recognises: true }) : { verdict: 'refuse', reasons: ['too-old'] },
    },
  )
}
