/**
 * What a run has started, in a file that outlives it: after kill -9 the next run knows what to stop. Each run writes a
 * file of its own, so that runs at the same time need no lock; who wrote it stands in it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { codeOf, messageOf } from '../../src/errors.ts'
import { isObject } from '../../src/json.ts'
import { jsonOrNothing } from '../../src/members.ts'
import { counted } from '../../src/text.ts'
import type { Json } from '../../src/model/index.ts'
import { writeFile } from '../paths/files.ts'
import { fateOf, ownIdentity, type ProcessIdentity } from '../processes/processGroup.ts'
import { warn } from '../terminal/console.ts'
import type { LiveConfig } from './config.ts'

export interface NamedStream {
  readonly streamId: number
  readonly channel: string
}

/** What another run has left. */
export interface LeftPushes {
  readonly file: string
  readonly process: ProcessIdentity
  readonly startedAt: string
  readonly streams: readonly NamedStream[]
}

/** Where journals stand (XDG Base Directory Specification: a path that is not absolute is invalid). */
export function stateFolder({ XDG_STATE_HOME: state = '' }: NodeJS.ProcessEnv): string {
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'channelproof')
}

/** The journal of a run; nothing where this user has no place for one. */
export function openJournal(config: LiveConfig): Journal | undefined {
  try {
    return new Journal(stateFolder(process.env), config)
  } catch (error) {
    warn(noJournal(error))
    return undefined
  }
}

const noJournal = (error: unknown): string =>
  `no journal: ${messageOf(error)}. If this run is killed, the next one cannot know its streams`

/** The journal of a run on one base URL, app and channel. It holds no secret and no push address. */
export class Journal {
  readonly #folder: string
  readonly #about: string
  readonly #file: string
  readonly #head = { process: ownIdentity(), startedAt: new Date().toISOString() }
  #isBroken = false

  constructor(folder: string, config: Pick<LiveConfig, 'baseUrl' | 'app' | 'channel'>) {
    const { baseUrl, app, channel = '' } = config
    const about = JSON.stringify([baseUrl.href, app.appId, channel])
    this.#folder = folder
    this.#about = createHash('sha256').update(about).digest('hex').slice(0, 16)
    this.#file = join(folder, `${this.#about}-${randomBytes(6).toString('hex')}.json`)
  }

  /** Before a start is sent, and after a stop that is settled. A run without a journal goes on, and says so. */
  keep(streams: readonly NamedStream[]): void {
    if (this.#isBroken) return
    try {
      if (streams.length === 0) rmSync(this.#file, { force: true })
      else writeFile(this.#file, { schema: 1, ...this.#head, streams }, printed, PRIVATE)
    } catch (error) {
      this.#isBroken = true
      warn(noJournal(error))
    }
  }

  /** The journals of other runs whose process has ended. Says which files it cannot use. */
  left(): LeftPushes[] {
    return namesIn(this.#folder)
      .filter((name) => name.startsWith(`${this.#about}-`) && name.endsWith('.json'))
      .map((name) => join(this.#folder, name))
      .flatMap((file) => (file === this.#file ? [] : (leftIn(file) ?? [])))
  }

  /** After its streams were stopped. Those that may still run stand in this journal from now on. */
  drop({ file }: LeftPushes, remaining: number): void {
    if (remaining === 0 || !this.#isBroken) rmSync(file, { force: true })
  }
}

const printed = (journal: object): string => `${JSON.stringify(journal)}\n`

/** What is written outlives its process at once; to wait for the disk would cost a run seconds. */
const PRIVATE = { mode: 0o600, flush: false }

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      warn(`${folder}: ${messageOf(error)}. Journals of earlier runs are not read`)
    return []
  }
}

function leftIn(file: string): LeftPushes | undefined {
  const found = journalIn(file)
  if (found === undefined)
    warn(`${file} is no journal of this version. Check what runs in the channel, then delete the file`)
  if (found === undefined || found === 'gone') return undefined
  const fate = fateOf(found.process)
  if (fate === 'elsewhere')
    warn(
      `${file} is of a run on another machine (${found.process.host}), which may go on: its streams are left alone (${namesOf(found.streams)}). If that run has ended, stop them and delete the file`,
    )
  return fate === 'ended' ? found : undefined
}

/** `gone`: its run has ended well meanwhile. */
function journalIn(file: string): LeftPushes | 'gone' | undefined {
  try {
    const value = jsonOrNothing(readFileSync(file, 'utf8'))
    return isJournal(value) ? { ...value, file } : undefined
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : undefined
  }
}

/** Only this program writes journals, but a disk may be full and a person may edit. */
function isJournal(value: Json | undefined): value is Omit<LeftPushes, 'file'> & { [name: string]: never } {
  if (!isObject(value) || value['schema'] !== 1) return false
  const { process: by, streams, startedAt } = value
  return (
    isObject(by) &&
    typeof by['host'] === 'string' &&
    typeof by['start'] === 'string' &&
    Number.isSafeInteger(by['pid']) &&
    typeof startedAt === 'string' &&
    Array.isArray(streams) &&
    streams.every(
      (one) => isObject(one) && Number.isSafeInteger(one['streamId']) && typeof one['channel'] === 'string',
    )
  )
}

/** What a run left that was killed, or could not stop everything; for an operator. */
export const sentenceOf = ({ process: { pid }, startedAt, streams }: LeftPushes): string =>
  `a run of ${startedAt} (process ${pid}) has ended, and may have left ${namesOf(streams)}`

/** `123 in smoke-test, 456 in smoke-test` */
export const namesOf = (streams: readonly NamedStream[]): string =>
  streams.map(({ streamId, channel }) => `${streamId} in ${channel}`).join(', ')

interface Stopping {
  /** @returns how many may still be running */
  stopLeft(streams: readonly NamedStream[]): Promise<number>
  close(): Promise<unknown>
}

/** Stops what earlier runs left, and says so. @throws ChannelproofError as `stopLeft` does; the subject is closed then */
export async function stopFirst(journal: Journal, subject: Stopping): Promise<void> {
  try {
    for (const left of journal.left()) {
      warn(`${sentenceOf(left)}. They are stopped first`)
      const remaining = await subject.stopLeft(left.streams)
      journal.drop(left, remaining)
      if (remaining > 0) warn(`${counted(remaining, 'stream')} of it may still run`)
    }
  } catch (error) {
    await subject.close()
    throw error
  }
}
