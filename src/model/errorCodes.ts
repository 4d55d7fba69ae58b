/** The errors of section 7.1: status and code, and the rule of each. */
export const ERROR_CODES: readonly (readonly [status: number, code: string, requirement: string])[] = [
  [403, 'Authorization.Type.Invalid', 'ERROR-AUTHORIZATION-TYPE'],
  [403, 'Authorization.Signature.Invalid', 'ERROR-AUTHORIZATION-SIGNATURE'],
  [403, 'App.Status.Error', 'ERROR-APP-STATUS'],
  [403, 'Org.Status.Error', 'ERROR-ORG-STATUS'],
  [403, 'Invalid.Parameter.Value', 'ERROR-PARAMETER-VALUE'],
  [404, 'InvalidEntity.NotFound', 'ERROR-ENTITY-NOT-FOUND'],
  [406, 'App.Secret.Empty', 'ERROR-APP-SECRET'],
  [406, 'Sign.Error', 'ERROR-SIGN'],
  [500, 'Server.Error', 'ERROR-SERVER'],
]

/** Shapes of an error body: none is shown (ERROR-BODY-SHAPE). */
export const ERROR_SHAPES: readonly ((code: string) => string)[] = [
  (code) => JSON.stringify({ code }),
  (code) => JSON.stringify({ status: 200, success: true, errorCode: code, message: 'no' }),
  (code) => JSON.stringify({ error: { code, message: 'no' } }),
  (code) => JSON.stringify({ error: code }),
]
