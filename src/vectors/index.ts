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

/** Every family, in the order in which a run asks them: parts first, whole tokens after. */
export const families = (): Family[] => [
  tokenParams(),
  tokenSignature(),
  tokenIssue(),
  tokenRefusal(),
  tokenVerify(),
  bodyAuthToken(),
  bodyStreamingStart(),
  bodyStreamingUpdate(),
  bodyStreamingStop(),
  clientRequest(),
  clientResponse(),
  endpointAuth(),
  endpointHeaders(),
  endpointToken(),
  endpointStreaming(),
  channelLifecycle(),
  sdkMinimumVersion(),
]
