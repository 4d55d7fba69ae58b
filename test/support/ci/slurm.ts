/** Slurm on this machine alone: its controller and its one node, with keys and ports of their own, and no systemd. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { temporary } from '../cli.ts'
import { until } from '../until.ts'

const HOST = hostname().split('.')[0]!

const confOf = (folder: string, [control, node]: readonly number[]): string => `ClusterName=one
SlurmctldHost=${HOST}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
CredType=cred/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/control.pid
SlurmdPidFile=${folder}/node.pid
SlurmctldPort=${control}
SlurmdPort=${node}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=${HOST} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

/** Slurm takes no port 0. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface Slurm {
  /** For its commands. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts it, and waits until its node is idle. */
export async function startSlurm(): Promise<Slurm> {
  const folder = temporary()
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'key'), randomBytes(1024), { mode: 0o400 })
  const conf = join(folder, 'slurm.conf')
  writeFileSync(conf, confOf(folder, [await freePort(), await freePort()]))
  const env = { SLURM_CONF: conf }
  const daemons: ChildProcess[] = []
  const start = (program: string, ...args: string[]): void =>
    void daemons.push(spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' }))
  const works = (program: string, ...args: string[]): boolean =>
    spawnSync(program, args, { env: { ...process.env, ...env } }).status === 0
  const munge = (name: string): string => `--${name}=${join(folder, `munge.${name}`)}`
  start(
    'munged',
    '--foreground',
    '--force',
    `--key-file=${join(folder, 'key')}`,
    `--socket=${folder}/munge.socket`,
    ...['pid-file', 'log-file', 'seed-file'].map(munge),
  )
  await until('munged answers', () => works('munge', '-n', '-S', join(folder, 'munge.socket')))
  start('slurmctld', '-D', '-f', conf)
  await until('slurmctld answers', () => works('scontrol', 'ping'))
  start('slurmd', '-D', '-N', HOST, '-f', conf)
  await until('its node is idle', () => works('srun', '-n1', '--immediate=5', 'true'))
  return { env, close: () => ended(daemons) }
}

/** The newest first: each talks to those before it. */
async function ended(daemons: readonly ChildProcess[]): Promise<void> {
  for (const one of daemons.toReversed()) {
    const gone = once(one, 'exit')
    one.kill()
    await gone
  }
}
