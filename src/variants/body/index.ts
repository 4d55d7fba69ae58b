import type { BodyVariant } from './bodyVariant.ts'
import { JOIN_PARAM_ROWS } from './joinParams.ts'
import { STREAM_ROWS } from './streams.ts'
import { TEXT_ROWS } from './text.ts'

/** Right validators of request bodies: each refuses or accepts what the interface leaves open. */
export const BODY_VARIANTS: readonly BodyVariant[] = [...JOIN_PARAM_ROWS, ...STREAM_ROWS, ...TEXT_ROWS]
