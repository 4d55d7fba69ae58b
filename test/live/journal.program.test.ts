/** The file that names what a killed run has started; chaos.program.test.ts has the run that stops it. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { ownIdentity } from '../../runners/processes/processGroup.ts'
import { cli, temporary, type Ran, type RunOptions } from '../support/cli.ts'
import { CHANNEL, ENV, SECRET } from '../support/live/service.ts'
import { wrapped, type Wrapped, type Wrong } from '../support/live/wrapped.ts'
import { event } from '../support/until.ts'

const ONE_PUSH = ['--channel', CHANNEL, '--filter', 'endpoint/streaming/start-mixed']

/** Runs of `live` on one endpoint, which stays. */
async function endpoint(wrong: Wrong): Promise<
  Wrapped & {
    readonly live: (state: string, options?: RunOptions, flags?: readonly string[]) => Promise<Ran>
  }
> {
  const service = await wrapped(wrong)
  const live = (state: string, options: RunOptions = {}, flags: readonly string[] = []): Promise<Ran> =>
    cli(['live', '--base-url', service.url, ...ONE_PUSH, ...flags], {
      ...options,
      env: { ...ENV, XDG_STATE_HOME: state },
    })
  return { ...service, live }
}

const filesIn = (state: string): string[] => {
  const folder = join(state, 'channelproof')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** An endpoint on which a run was killed with -9 while its first push ran. */
async function killed(state: string, wrong: Wrong = (_, right) => right()): ReturnType<typeof endpoint> {
  const started = event()
  let isFirst = true
  const service = await endpoint((asked, right) => {
    const { path, json } = asked
    const answer = wrong(asked, right)
    if (!isFirst || path !== '/streaming/start' || json['channelId'] !== CHANNEL) return answer
    isFirst = false
    started.happens()
    return undefined
  })
  await service.live(state, { signal: ['SIGKILL', started.happened] })
  return service
}

describe.concurrent('after kill -9 while a push runs', () => {
  test('the journal names the push and nothing secret, and --dry-run only prints it', async ({ expect }) => {
    const state = temporary()
    const service = await killed(state)
    const [left] = service.streams()
    const [file] = filesIn(state)
    expect(statSync(file!).mode % 0o1000).toBe(0o600)
    expect(readFileSync(file!, 'utf8')).toContain(`{"streamId":${left},"channel":"${CHANNEL}"}`)
    expect(readFileSync(file!, 'utf8')).not.toMatch(new RegExp(`rtmp|${SECRET}`))
    const before = service.paths.length
    const plan = await service.live(state, {}, ['--dry-run'])
    expect(plan.stdout).toMatch(new RegExp(`left\t.*has ended, and may have left ${left} in ${CHANNEL}`))
    expect([service.paths.length, service.streams()]).toEqual([before, [left]])
    await service.live(state)
    expect(filesIn(state)).toEqual([])
    await service.close()
  })

  // 401 says something of the signature, and nothing of the stream.
  test.for([500, 401])(
    'what a stop answered %i does not stop is reported, and named to the run after it',
    async (status, { expect }) => {
      const state = temporary()
      const service = await killed(state, ({ path }, right) =>
        path === '/streaming/stop' ? { status } : right(),
      )
      const [left] = service.streams()
      const { code, stdout } = await service.live(state)
      expect([code, service.streams()]).toEqual([3, [left]])
      expect(stdout).toMatch(new RegExp(`these streams may remain: .*\\n {2}curl .*"streamId":${left}`))
      const [file, ...others] = filesIn(state)
      expect([others, readFileSync(file!, 'utf8')]).toEqual([[], expect.stringContaining(`${left}`)])
      await service.close()
    },
  )

  test('a budget that is too small to stop it is wrong, and the journal stays', async ({ expect }) => {
    const state = temporary()
    const service = await killed(state)
    const { code, stderr } = await service.live(state, {}, ['--max-requests', '2'])
    expect(stderr).toMatch(/--max-requests 2 is too small to stop what an earlier run left/)
    expect([code, service.streams().length, filesIn(state).length]).toEqual([2, 1, 1])
    await service.close()
  })
})

describe.concurrent('the journal', () => {
  test('of a run that goes on is left alone: its streams are no remains', async ({ expect }) => {
    const state = temporary()
    const service = await killed(state)
    const [file] = filesIn(state)
    const journal = JSON.parse(readFileSync(file!, 'utf8')) as object
    writeFileSync(file!, JSON.stringify({ ...journal, process: ownIdentity() }))
    const { code, stderr } = await service.live(state)
    expect(stderr).not.toContain('may have left')
    expect([code, service.streams().length, filesIn(state)]).toEqual([0, 1, [file]])
    await service.close()
  })

  test('that cannot be written is no failure: the run says so once', async ({ expect }) => {
    const state = join(temporary(), 'file')
    writeFileSync(state, '')
    const service = await endpoint((_, right) => right())
    const { code, stderr } = await service.live(state)
    expect(stderr.match(/no journal: /g)).toHaveLength(1)
    expect([code, service.streams()]).toEqual([0, []])
    await service.close()
  })
})
