/** Services that take a wrong Authorization, or look at a part of it (sections 5 and 7). */
import { headerOf, standIn, type App, type ServiceRequest } from '../../service/index.ts'
import {
  APPS,
  APPS_SECRET,
  isOfUnknownApp,
  issued,
  isToken,
  requestText,
  serviceRows,
  serviceRowsWith,
  type ServiceAlteration,
} from './serviceFault.ts'

const givenIn = (request: ServiceRequest): string => headerOf(request, 'authorization') ?? ''

/** The Authorization that is right for the app, or for another, at a time in Unix seconds. */
export const signedBy = (seconds: number, app: Partial<App> = {}): string =>
  standIn({ appId: 'active', appSecret: APPS_SECRET, ...app }, seconds)

/** With this Authorization instead of its own. */
export const authorizedBy = (authorization: string): Pick<ServiceRequest, 'headers'> => ({
  headers: [['Authorization', authorization]],
})

/** Counts as the right value where this much of it is right. */
const authorizing =
  (isTaken: (given: Authorization, right: Authorization) => boolean): ServiceAlteration =>
  (request, right, now) => {
    const given = split(givenIn(request))
    const whole = signedBy(Number(/\.([0-9]+)\./.exec(given.value)?.[1] ?? now))
    return isTaken(given, split(whole)) ? right(authorizedBy(whole)) : right()
  }

export const authorizingValue = (isTaken: (given: string, right: string) => boolean): ServiceAlteration =>
  authorizing((given, own) => given.scheme === own.scheme && isTaken(given.value, own.value))

type Authorization = Readonly<Record<'scheme' | 'value', string>>

const split = (text: string): Authorization => {
  const [scheme = '', value = ''] = text.split(' ')
  return { scheme, value }
}

export const AUTHORIZATION_ROWS = serviceRows({
  'service-authorization-optional': {
    does: 'Tokens are issued to requests without an Authorization header.',
    origin: 'Any framework: a filter that checks the header only if it is there.',
    repair: 'Refuse a request without an Authorization header (section 5).',
    alteration: (request, right, now) =>
      isToken(request) && headerOf(request, 'authorization') === undefined
        ? issued(requestText(request), now)
        : right(),
  },
  'service-secret-of-any-app': {
    does: 'A signature is taken that was made with the secret of any app.',
    origin: 'Any language: secrets are tried one after the other, as where keys are changed.',
    repair: 'Verify with the secret of the app that the request comes from (section 5).',
    alteration: authorizing(({ scheme, value }, own) => {
      const seconds = Number(own.value.split('.')[1])
      return APPS.some(({ appSecret }) => signedBy(seconds, { appSecret }) === `${scheme} ${value}`)
    }),
  },
  'service-appid-case-ignored': {
    does: 'An appId in another letter case is taken for that of the app.',
    origin: 'SQL with a collation that ignores case; a second lookup in lower case.',
    repair: 'Look an app up by its appId, letter for letter.',
    alteration: (request, right, now) => {
      const given = givenIn(request)
      const [, appId = '', seconds] = /^SvcSign ([^.]+)\.([0-9]+)\./.exec(given) ?? []
      return given === signedBy(Number(seconds), { appId }) && appId.toLowerCase() === 'active'
        ? right(authorizedBy(signedBy(now)))
        : right()
    },
  },
  'service-app-unknown-on-streaming': {
    does: 'An app that does not exist passes the authentication of the streaming endpoints.',
    origin: 'Any language: the signature is checked only where a secret is found.',
    repair: 'Answer 401 where the app is unknown (section 5).',
    alteration: (request, right, now) =>
      isOfUnknownApp(request) && !isToken(request) ? right(authorizedBy(signedBy(now))) : right(),
  },
})

export const PARTIAL_AUTHORIZATION_ROWS = serviceRowsWith({
  repair: 'Compare the whole Authorization, its scheme and its signature (section 5).',
  by: 'generated',
})({
  'service-authorization-scheme-in-part': {
    does: 'A scheme that begins with Svc is taken for SvcSign.',
    origin: 'Any language: a prefix is compared that several schemes of the operator share.',
    alteration: authorizing(
      (given, own) => given.value === own.value && given.scheme.startsWith(own.scheme.slice(0, 3)),
    ),
  },
  'service-authorization-scheme-left-out': {
    does: 'The signature alone, without the scheme, is taken too.',
    origin: "Any language: header.replace('SvcSign ', ''), or the last word of the header.",
    alteration: (request, right) => {
      const given = givenIn(request)
      return given === '' || given.includes(' ') ? right() : right(authorizedBy(`SvcSign ${given}`))
    },
  },
  'service-authorization-begin-only': {
    does: 'Of the signature only its first eight characters are compared.',
    origin: 'C: strncmp with the length of a pointer.',
    alteration: authorizingValue((given, own) => {
      const end = own.lastIndexOf('.') + 9
      return given.slice(0, end) === own.slice(0, end)
    }),
  },
  'service-authorization-as-far-as-sent': {
    does: 'Of the Authorization value only as many characters are compared as were sent.',
    origin: 'C: strncmp with the length of what came; JavaScript and Python: right.startsWith(given).',
    alteration: authorizingValue((given, own) => given !== '' && own.startsWith(given)),
  },
  'service-authorization-end-only': {
    does: 'Of the signature only its last eight characters are compared.',
    origin: 'A search by the end of the signature, as logs show it.',
    alteration: authorizingValue((given, own) => {
      const at = own.lastIndexOf('.') + 1
      return given.slice(0, at) === own.slice(0, at) && given.slice(-8) === own.slice(-8)
    }),
  },
  'service-authorization-small-scheme-unchecked': {
    does: 'Under a scheme in small letters any signature is taken.',
    origin: 'Any language: the branch of the scheme as it stands checks the signature, the other does not.',
    alteration: authorizing((given, own) =>
      given.scheme === own.scheme ? given.value === own.value : given.scheme.toLowerCase() === 'svcsign',
    ),
  },
  'service-authorization-letter-case-ignored': {
    does: 'The Authorization value is compared without its letter case.',
    origin: 'SQL: a column with a collation that ignores letter case.',
    alteration: authorizingValue((given, own) => given.toLowerCase() === own.toLowerCase()),
  },
})
