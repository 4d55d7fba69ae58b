import { clientFaultsOf } from './clientFault.ts'

/** Mistakes that carry the app secret, or what was signed with it, to where it can be read. */
export const CLIENT_SECRET_FAULTS = clientFaultsOf('secret', [
  {
    id: 'secret-logged',
    does: 'The app secret or the value of Authorization is written to the output or log.',
    origin: 'Debug output of whole requests or settings; Java toString() of a record; Node util.inspect.',
    repair: 'Leave secrets out of every log line, at debug level too.',
    reference: 'Unleash/unleash-java-sdk#206',
    steps: { log: ({ appSecret }) => `debug: signing with ${appSecret}` },
    others: [{ log: ({ authorization }) => `debug: sending ${authorization}` }],
    recognises: ({ leaks }) => leaks.includes('output'),
  },
  {
    id: 'secret-in-exception',
    does: 'The message of an error holds the app secret or the value of Authorization.',
    origin: 'Any language: an exception that quotes the request, the settings or the command line.',
    repair: 'Make messages of the status and the error code; quote no settings and no headers.',
    reference: 'aws/aws-sdk-java#2702',
    steps: {
      broken: (_error, { appSecret }) => {
        throw new Error(`call of app failed (secret=${appSecret})`)
      },
    },
    others: [
      {
        broken: (_error, { authorization }) => {
          throw new Error(`POST failed, headers: {authorization=${authorization}}`)
        },
      },
    ],
    recognises: ({ leaks }) => leaks.includes('error'),
  },
  {
    id: 'secret-in-header',
    does: 'The app secret itself is sent in a header.',
    origin: 'A client copied from an API that takes a key in X-Api-Key or in Basic authentication.',
    repair: 'Send signatures made with the app secret, and never the secret.',
    steps: { headers: (length, { appSecret }) => ({ 'Content-Length': length, 'X-App-Secret': appSecret }) },
    recognises: ({ leaks, requests }, { appSecret }) =>
      leaks.includes('request') &&
      requests.some(({ headers }) => headers.some(([, value]) => value.includes(appSecret))),
  },
])
