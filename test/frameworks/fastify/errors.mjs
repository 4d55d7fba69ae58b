/** An error of section 7. Its body is not shown, so it is the one of Fastify: statusCode, code, error and message. */
export class ServiceError extends Error {
  constructor(statusCode, code, message) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** 7.1 has a code for an invalid parameter, 7.2 the status of a malformed request. */
export const invalidParameter = (message) => new ServiceError(403, 'Invalid.Parameter.Value', message)

/** 7.1: whatever goes wrong here is a Server.Error, and its message stays here. */
export const serverError = () => new ServiceError(500, 'Server.Error', 'internal server error')
