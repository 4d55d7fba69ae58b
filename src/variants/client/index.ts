import type { ClientSteps } from '../../faults/client/clientFault.ts'

/** A thing that right clients do in more than one way. */
export interface ClientVariant {
  readonly id: string
  /** One sentence: what the code does. */
  readonly does: string
  readonly steps: ClientSteps
}

/** What the interface leaves open or allows: none of it may fail. */
export const CLIENT_VARIANTS: readonly ClientVariant[] = [
  {
    id: 'no-tracking-id',
    does: 'No Tracking-Id is sent.',
    steps: { trackingId: () => undefined },
  },
  {
    id: 'content-type-charset',
    does: 'Content-Type has the parameter charset=utf-8.',
    steps: { contentType: () => 'application/json; charset=utf-8' },
  },
  {
    id: 'redirect-followed-rightly',
    does: 'Redirects are followed with method and body, and without Authorization.',
    steps: { follow: (method) => ({ method, authorization: false, body: true }) },
  },
  {
    id: 'authorization-own',
    does: 'The client makes its Authorization itself, and its adapter says so.',
    steps: { authorization: () => 'SvcSign its.own==', own: true },
  },
  {
    id: 'answers-in-order',
    does: 'Questions are answered one after the other.',
    steps: { sequential: true },
  },
  {
    id: 'retries-start',
    does: 'A start that is answered 404 is sent again, and the adapter says so.',
    steps: { announces: true, retries: true },
  },
]
