/** Rules of standards and of plain safety for a request. */
import { OPERATIONS, type ClientCheck, type JsonObject, type Operation } from '../../../model/index.ts'
import { MINIMAL, type ClientRow } from '../../rows/client.ts'
import { FULL, OTHER_CALL } from './bodies.ts'

interface Standard extends Pick<ClientRow, 'requirements' | 'basePath' | 'needs' | 'host'> {
  readonly name: string
  readonly title: string
  readonly check: ClientCheck
  /** Every member that the interface lists, if it does not say otherwise. */
  readonly bodies?: Readonly<Record<Operation, JsonObject>>
}

const STANDARDS: readonly Standard[] = [
  { name: 'framing', title: 'Frames the body once', requirements: ['SDK-BODY-FRAMING'], check: 'framing' },
  {
    name: 'encoding',
    title: 'Writes UTF-8 without a byte order mark',
    requirements: ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
    check: 'encoding',
  },
  {
    name: 'nothing-added',
    title: 'Sends no member that its caller did not give',
    requirements: ['SDK-BODY-NOTHING-ADDED'],
    check: 'unlisted',
    // To a full body nothing could be added.
    bodies: MINIMAL,
  },
  {
    name: 'integers',
    title: 'Writes integers without a fraction and without an exponent',
    requirements: ['SDK-BODY-INTEGER-TEXT'],
    check: 'integers',
  },
  {
    name: 'no-member-twice',
    title: 'Repeats no member',
    requirements: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
    check: 'repeated',
  },
  {
    name: 'no-secret-in-request',
    title: 'Sends the app secret nowhere',
    requirements: ['SDK-SECRET-NOT-SENT'],
    check: 'no-secret-in-request',
  },
  ...[
    ['base-slash', '/', 'the base URL ends with a slash'],
    ['base-prefix-slash', '/gateway/v1/', 'the base URL has a path that ends with a slash'],
  ].map(([name, basePath, title]): Standard => ({
    name: name!,
    title: `Joins base URL and path by one slash, ${title}`,
    requirements: ['API-BASE-URL-SLASH'],
    basePath: basePath!,
    needs: ['base-path'],
    check: 'route',
  })),
  {
    name: 'base-ipv6',
    title: 'Takes a base URL with an address of IPv6',
    requirements: ['SDK-BASE-URL-IPV6'],
    host: 'ipv6',
    needs: ['ipv6'],
    check: 'route',
  },
]

const toRow = (
  operation: Operation,
  { check, name, title, bodies = FULL, ...more }: Standard,
): ClientRow => ({
  ...more,
  name: `${operation.replace('.', '-')}-${name}`,
  title: `${title}: ${operation}`,
  level: 'recommended',
  operation,
  body: bodies[operation],
  checks: ['asked', check],
})

/** Two calls that differ: a call that is sent again may carry the same Tracking-Id. */
const trackingIds = (operation: Operation): ClientRow => ({
  ...toRow(operation, {
    name: 'tracking-ids',
    title: 'Makes a Tracking-Id for each call',
    requirements: ['SDK-TRACKING-ID-UNIQUE'],
    check: 'tracking-ids-differ',
  }),
  calls: 2,
  nextBodies: [OTHER_CALL[operation]],
})

export const standards: readonly ClientRow[] = OPERATIONS.flatMap((operation) => [
  ...STANDARDS.map((standard) => toRow(operation, standard)),
  trackingIds(operation),
])
