import { FAULTS } from '../../src/faults/catalogue.ts'
import type { RequirementId } from '../../src/model/index.ts'
import { summaryOf, type Kills } from '../../src/faults/killMatrix.ts'
import { EXIT } from '../../src/report/exit.ts'
import { makeMatrixReport, matrixText, type MatrixReport, matrixHtml } from '../../src/report/matrix.ts'
import { Progress } from '../terminal/console.ts'
import { wholeNumber } from '../terminal/options.ts'
import { VERSION } from '../suite/files.ts'
import { writeTargets } from '../paths/files.ts'
import { emptyReports, parseTargets } from '../paths/targets.ts'
import { falseGreen, JUDGED, kills, type Tell, rightSubjects, VARIANTS } from '../selfCheck/kills.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

const FORMATS: Readonly<Record<string, (report: MatrixReport) => string>> = {
  text: matrixText,
  json: (report) => `${JSON.stringify(report, null, 1)}\n`,
  html: matrixHtml,
}

/**
 * `channelproof self-check`: every vector against every faulty subject, every right subject and every one that can do
 * nothing. Exit code 0 if all faults are killed, every vector does what it is for and no subject is green that should
 * not be; 1 otherwise.
 */
export async function selfCheck(flags: { report: readonly string[]; sample: string }): Promise<number> {
  const sample = wholeNumber('--sample', flags.sample, 1)
  const targets = parseTargets(flags.report, FORMATS)
  emptyReports(targets)
  const suite = await loadSuite()
  const progress = new Progress()
  const told: Tell = ({ part, at, of, name }) =>
    progress.step(`self-check: ${part} ${at} of ${of}${name === undefined ? '' : `: ${name}`}`)
  const report = await checked(suite, sample, told).finally(() => progress.clear())
  await writeTargets(report, targets, FORMATS)
  return report.holds ? EXIT.conforms : EXIT.fails
}

async function checked(suite: Suite, sample: number, tell: Tell): Promise<MatrixReport> {
  const green = await falseGreen(suite, tell)
  const found = [
    ...(await kills(suite, sample, tell)),
    ...green.map(({ subject, bad }): Kills => ({ fault: subject, kills: bad, cited: [] })),
  ]
  const judgeable = found.filter(({ fault }) => FAULTS.some(({ id }) => id === fault))
  const { digest, count, vectors } = suite
  const facts = {
    suite: { version: VERSION, vectors: { digest, count } },
    summary: summaryOf(judgeable, vectors, FAULTS, askedRules(suite)),
    variants: Object.entries(VARIANTS).flatMap(([kind, rows]) =>
      rows.map(({ id, section, open, does, departs = [] }) => ({ kind, id, section, open, does, departs })),
    ),
    right: await rightSubjects(suite, sample, tell),
    sample,
    falseGreen: green.map(({ subject, judged, passed }) => ({ subject, judged, passed })),
  }
  return makeMatrixReport(facts, FAULTS, judgeable, vectors)
}

/** Required rules of which vectors ask; those of the others are data for other programs. */
function askedRules({ requirements, vectors }: Suite): RequirementId[] {
  const asked = vectors.filter(({ level, question }) => level === 'required' && JUDGED.test(question.method))
  const ids = new Set(asked.flatMap((vector) => vector.requirements))
  return requirements.filter(({ id, level }) => level === 'required' && ids.has(id)).map(({ id }) => id)
}
