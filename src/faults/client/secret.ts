import type { ClientAnswer, ClientCall, WireCall } from '../../model/index.ts'
import { secretForms } from '../../secretForms.ts'
import { clientRows, clientFaultsOf, type ClientSteps } from './clientFault.ts'

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')
/** What Basic authentication sends (RFC 7617 section 2). */
const basic = ({ appId, appSecret }: WireCall): string =>
  Buffer.from(`${appId}:${appSecret}`, 'utf8').toString('base64')

const inHeader = (value: (call: WireCall) => string): ClientSteps => ({
  headers: (length, call) => ({ 'Content-Length': length, 'X-App-Secret': value(call) }),
})
const inQuery = (value: (call: WireCall) => string): ClientSteps => ({
  url: (baseUrl, path, call) => `${baseUrl.replace(/\/+$/, '')}${path}?key=${value(call)}`,
})
const inError = (text: (call: WireCall) => string): ClientSteps => ({
  broken: (_error, call) => {
    throw new Error(text(call))
  },
})

/** Does one of these texts of a request hold the app secret in any form? */
const sentIn =
  (texts: (request: ClientAnswer['requests'][number]) => readonly string[]) =>
  ({ leaks, requests }: ClientAnswer, { appSecret }: ClientCall): boolean =>
    leaks.includes('request') &&
    requests.some((request) =>
      texts(request).some((text) => secretForms(appSecret).some((form) => text.includes(form))),
    )

const ROWS = clientRows({
  'secret-logged': {
    does: 'The app secret, a part of it or the value of Authorization is written to the output or log.',
    origin: 'Debug output of whole requests or settings; Java toString() of a record; Node util.inspect.',
    repair: 'Leave secrets out of every log line, at debug level too.',
    reference: 'Unleash/unleash-java-sdk#206',
    steps: { log: ({ appSecret }) => `debug: signing with ${appSecret}` },
    others: [
      { log: ({ authorization }) => `debug: sending ${authorization}` },
      { log: ({ appSecret }) => `debug: signing with ${appSecret.slice(0, 20)}...` },
      { log: (call) => `debug: credentials ${basic(call)}` },
    ],
    recognises: ({ leaks }) => leaks.includes('output'),
  },
  'secret-in-exception': {
    does: 'The message of an error holds the app secret or the value of Authorization.',
    origin: 'Any language: an exception that quotes the request, the settings or the command line.',
    repair: 'Make messages of the status and the error code; quote no settings and no headers.',
    reference: 'aws/aws-sdk-java#2702',
    steps: inError(({ appSecret }) => `call of app failed (secret=${appSecret})`),
    others: [
      inError(({ authorization }) => `POST failed, headers: {authorization=${authorization}}`),
      inError((call) => `POST failed, credentials ${basic(call)}`),
      inError(({ appSecret }) => `POST failed, key ${hex(appSecret)}`),
      inError(({ appSecret }) => `POST failed, secret ends with ${appSecret.slice(-18)}`),
    ],
    recognises: ({ leaks }) => leaks.includes('error'),
  },
  'secret-in-header': {
    does: 'The app secret is sent in a header, plain or encoded.',
    origin: 'A client copied from an API that takes a key in X-Api-Key or in Basic authentication.',
    repair: 'Send signatures made with the app secret, and never the secret.',
    steps: inHeader(({ appSecret }) => appSecret),
    others: [
      inHeader((call) => `Basic ${basic(call)}`),
      inHeader(({ appSecret }) => hex(appSecret).toUpperCase()),
      inHeader(({ appSecret }) => Buffer.from(appSecret, 'utf8').toString('base64url')),
    ],
    recognises: sentIn(({ headers }) => headers.map(([, value]) => value)),
  },
  'secret-in-query': {
    does: 'The app secret is sent in the query of the URL, plain or encoded.',
    origin: 'A client copied from an API that takes a key as a query parameter.',
    repair: 'Send signatures made with the app secret, and never the secret; logs of proxies keep every URL.',
    steps: inQuery(({ appSecret }) => hex(appSecret)),
    others: [inQuery(({ appSecret }) => appSecret), inQuery((call) => encodeURIComponent(basic(call)))],
    recognises: sentIn(({ target }) => [target, decodeURIComponent(target)]),
  },
})

/** Faults that carry the app secret, or what was signed with it, to a place where others can read it. */
export const CLIENT_SECRET_FAULTS = clientFaultsOf('secret', ROWS)
