/** Right services in frameworks of three languages, and for each a small wrongness that a run must find. */
import { rootFile } from '../../runners/suite/files.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { needsTool } from '../support/programs.ts'
import type { Alteration } from './altering.ts'

export interface Framework {
  readonly name: string
  readonly folder: string
  /** A failure in CI, where it must be installed. */
  readonly isPresent: () => boolean
  /** Builds the service, in its folder. @param into a folder for what it writes */
  readonly build?: (into: string) => readonly [string, ...string[]]
  /** Starts it, in its folder. @param into where it was built */
  readonly command: (into: string) => readonly [string, ...string[]]
  readonly wrong: Wrongness
}

/** The right service behind a proxy that alters some bodies on their way to it. */
interface Wrongness {
  readonly does: string
  readonly alteration: Alteration
  /** The rule that it breaks. */
  readonly rule: string
  /** Vectors of the run that show it: the others would take half a minute more. */
  readonly shownBy: string
}

const folderOf = (name: string): string => rootFile('test/frameworks', name)

const STOPS_ALL: Wrongness = {
  does: 'a stop of one push stops all',
  alteration: (path, { streamId, ...body }) =>
    path === '/streaming/stop' && Number.isInteger(streamId) ? body : undefined,
  rule: 'STOP-ONE',
  shownBy: 'endpoint/streaming/*stop*',
}

/** No push has this streamId, and this service answers 200 to its stop (4.4 does not say). */
const NOT_RUNNING = 2 ** 40

const STOPS_NOTHING: Wrongness = {
  does: 'a stop of all pushes stops nothing',
  alteration: (path, body) =>
    path === '/streaming/stop' && Object.keys(body).join() === 'channelId'
      ? { ...body, streamId: NOT_RUNNING }
      : undefined,
  rule: 'STOP-ALL',
  shownBy: 'endpoint/streaming/*stop*',
}

const LONG_TOKENS: Wrongness = {
  does: 'a duration above a day is cut to a day, instead of refused',
  alteration: (path, body) =>
    path === '/auth/token' && Number(body['duration']) > 86400 ? { ...body, duration: 86400 } : undefined,
  rule: 'PARAM-DURATION-MAXIMUM',
  shownBy: 'endpoint/token/*duration*',
}

const FASTAPI: Framework = {
  name: 'FastAPI',
  folder: folderOf('fastapi'),
  // From .ci/run, with the other libraries of Python.
  isPresent: () =>
    needsLibrary({
      name: 'FastAPI and uvicorn',
      program: 'python3',
      probe: ['-c', 'import fastapi, uvicorn'],
      folder: folderOf('fastapi'),
    }),
  command: () => ['python3', 'main.py'],
  wrong: STOPS_ALL,
}

const GO: Framework = {
  name: 'net/http',
  folder: folderOf('go'),
  isPresent: () => needsTool('go'),
  build: (into) => ['go', 'build', '-o', `${into}/service`, '.'],
  command: (into) => [`${into}/service`],
  wrong: STOPS_NOTHING,
}

const FASTIFY: Framework = {
  name: 'Fastify',
  folder: folderOf('fastify'),
  isPresent: () => true,
  command: () => [process.execPath, 'main.mjs'],
  wrong: LONG_TOKENS,
}

export const FRAMEWORKS: readonly Framework[] = [FASTAPI, GO, FASTIFY]
