import { once } from '../../src/model/index.ts'
import { plainIn } from '../../src/plainFirst.ts'
import { visible } from '../../src/report/visible.ts'
import { run } from '../../src/run.ts'
import { unknownMembers } from '../adapter/unknownMembers.ts'
import { usedFiles, type RawGateFlags } from '../gate/flags.ts'
import { generatedFacts, withVectors } from '../generated/index.ts'
import { prepare } from '../generated/prepare.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { emptyReports } from '../report/targets.ts'
import { streamTo, writeReports } from '../report/write.ts'
import { collectVerdicts } from '../terminal/collectVerdicts.ts'
import { ownSecrets } from '../terminal/secrets.ts'
import { Interruption } from '../terminal/signals.ts'
import { carriedBy } from '../transcript/carried.ts'
import { refuseOtherQuestions, refuseOtherSubject, refuseOtherSuite } from '../transcript/check.ts'
import { readAnswers, type Answers } from '../transcript/readAnswers.ts'
import { TranscriptSubject } from '../transcript/subject.ts'
import { endFacts, startFacts } from './runFacts.ts'
import { DEFAULT_FLAGS, runFlags, type RawRunFlags, type RunFlags } from './runFlags.ts'

type RawFlags = Pick<RawRunFlags, 'report' | 'level' | 'require' | 'minCases' | 'quiet'> &
  Omit<RawGateFlags, 'shard'>

/** `channelproof judge FILE`: the verdict on answers from another time. Resolves with the exit code. */
export async function judge(file: string, raw: RawFlags): Promise<number> {
  const flags = runFlags({ ...DEFAULT_FLAGS, ...raw })
  emptyReports(flags.targets, [...usedFiles(flags.gate), ['the answers', file]])
  const answers = await readAnswers(file)
  const { report, suite } = await judged(answers, { ...flags, filter: answers.header.filter })
  await writeReports(report, flags.targets, { suite, quiet: flags.quiet, streamed: true })
  return report.exitCode
}

async function judged(answers: Answers, flags: RunFlags) {
  const startedAt = new Date()
  const interruption = new Interruption()
  const secrets = ownSecrets()
  const loaded = await prepare('adapter', flags)
  refuseOtherSuite(answers, loaded.suite)
  const warning = refuseOtherSubject(answers)
  const carried = await carriedBy(loaded, answers.header)
  refuseOtherQuestions(answers, carried)
  const { gate } = loaded
  const { generated } = carried
  gate.asks('adapter', generated)
  const subject = new TranscriptSubject(answers)
  const { description } = subject
  for (const line of [...(warning === undefined ? [] : [warning]), ...unknownMembers(answers.description)])
    process.stderr.write(`channelproof: ${visible(secrets.text(line))}\n`)
  const suite = withVectors(loaded.suite, generated.vectors)
  const vectors = once([...loaded.vectors, ...generated.vectors])
  const runStart = startFacts(suite, { kind: 'adapter', ...description.sdk }, description, flags, startedAt)
  const stream = streamTo(flags.targets, secrets.mask(runStart), (verdict) => secrets.mask(verdict))
  const kept = new KeptAnswers()
  const { verdicts, ending } = await collectVerdicts(
    run({
      vectors,
      find: suite.find,
      subject,
      plainOf: plainIn(vectors),
      level: flags.level,
      signal: interruption.signal,
      judged: kept.add.bind(kept),
      mark: gate.mark,
      onBug: interruption.bug,
    }),
    vectors.length,
    stream,
  )
  const findings = await kept.findings(vectors).catch(interruption.bug)
  const report = gate.report(
    {
      ...endFacts(runStart, ending, interruption, { isWhole: verdicts.length === vectors.length }),
      ...generatedFacts(generated, []),
      findings,
    },
    verdicts,
  )
  return { report: secrets.mask(report), suite }
}
