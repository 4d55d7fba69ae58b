import { FAMILY_NAMES, type FamilyName } from './names.ts'
import type { Family } from '../model/index.ts'
import { bodyAuthToken } from './body/auth-token.ts'
import { bodyStreamingStart } from './body/streaming-start.ts'
import { bodyStreamingStop } from './body/streaming-stop.ts'
import { bodyStreamingUpdate } from './body/streaming-update.ts'
import { channelLifecycle } from './channel/lifecycle.ts'
import { clientRequest } from './client/request.ts'
import { clientResponse } from './client/response.ts'
import { endpointAuth } from './endpoint/auth.ts'
import { endpointHeaders } from './endpoint/headers.ts'
import { endpointStreaming } from './endpoint/streaming.ts'
import { endpointToken } from './endpoint/token.ts'
import { sdkMinimumVersion } from './sdk/minimum-version.ts'
import { tokenIssue } from './token/issue.ts'
import { tokenParams } from './token/params.ts'
import { tokenRefusal } from './token/refusal.ts'
import { tokenSignature } from './token/signature.ts'
import { tokenVerify } from './token/verify.ts'

const TABLES: Readonly<Record<FamilyName, () => Family>> = {
  'token/params': tokenParams,
  'token/signature': tokenSignature,
  'token/issue': tokenIssue,
  'token/refusal': tokenRefusal,
  'token/verify': tokenVerify,
  'body/auth-token': bodyAuthToken,
  'body/streaming-start': bodyStreamingStart,
  'body/streaming-update': bodyStreamingUpdate,
  'body/streaming-stop': bodyStreamingStop,
  'client/request': clientRequest,
  'client/response': clientResponse,
  'endpoint/auth': endpointAuth,
  'endpoint/headers': endpointHeaders,
  'endpoint/token': endpointToken,
  'endpoint/streaming': endpointStreaming,
  'channel/lifecycle': channelLifecycle,
  'sdk/minimum-version': sdkMinimumVersion,
}

/** Every family, in the order of their names. */
export const families = (): Family[] => FAMILY_NAMES.map((name) => TABLES[name]())
