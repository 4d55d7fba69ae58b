import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Journal } from '../../runners/live/journal.ts'
import { fateOf, ownIdentity } from '../../runners/processes/processGroup.ts'

describe('a process', () => {
  test('is known by its machine, its id and its start', () => {
    const own = ownIdentity()
    expect(fateOf(own)).toBe('running')
    // Its id was given to another process.
    expect(fateOf({ ...own, start: 'another' })).toBe('ended')
    expect(fateOf({ ...own, pid: 2 ** 30 })).toBe('ended')
    expect(fateOf({ ...own, host: 'another' })).toBe('elsewhere')
  })
})

describe('a journal', () => {
  const STREAMS = [{ streamId: 1, channel: 'open' }]
  const about = (path: string, appId = 'app', channel = 'open') => ({
    baseUrl: new URL(path, 'https://staging.example'),
    app: { appId },
    channel,
  })

  /** A folder with one journal, whose members are altered. */
  function folderWith(altered: object | string): { readonly folder: string; readonly file: string } {
    const folder = mkdtempSync(join(process.env['TEMPORARIES']!, 'journal-'))
    new Journal(folder, about('/')).keep(STREAMS)
    const file = join(folder, readdirSync(folder)[0]!)
    const right = { schema: 1, process: ownIdentity(), startedAt: 'then', streams: STREAMS }
    writeFileSync(file, typeof altered === 'string' ? altered : JSON.stringify({ ...right, ...altered }))
    return { folder, file }
  }
  const ENDED = { process: { ...ownIdentity(), start: 'another' } }

  test('of a process that has ended is read', () => {
    const { folder, file } = folderWith(ENDED)
    expect(new Journal(folder, about('/')).left()).toMatchObject([{ file, streams: STREAMS }])
  })

  test.for<[string, object | string]>([
    ['of a process that runs', {}],
    ['of another machine', { process: { ...ownIdentity(), host: 'another' } }],
    ['of another version', { ...ENDED, schema: 2 }],
    ['with a streamId that is none', { ...ENDED, streams: [{ streamId: '1', channel: 'open' }] }],
    ['without its process', { process: null }],
    ['that was cut', '{"schema":1,"pro'],
  ])('%s is not, and stays', ([, altered]) => {
    const { folder } = folderWith(altered)
    expect(new Journal(folder, about('/')).left()).toEqual([])
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test.for([about('/api'), about('/', 'other'), about('/', 'app', 'other')])(
    'is of one base URL, app and channel: %j',
    (other) => {
      const { folder } = folderWith(ENDED)
      expect(new Journal(folder, other).left()).toEqual([])
    },
  )

  test('goes where no stream is left', () => {
    const { folder } = folderWith(ENDED)
    const journal = new Journal(folder, about('/'))
    journal.keep(STREAMS)
    expect(readdirSync(folder)).toHaveLength(2)
    journal.keep([])
    journal.drop(journal.left()[0]!, 0)
    expect(readdirSync(folder)).toEqual([])
  })
})
