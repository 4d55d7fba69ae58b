import { families } from '../../src/families/index.ts'
import { isAskedOfAdapters } from '../../src/run.ts'
import { DESCRIBE_LINE } from '../subjects/start.ts'
import { requestLine } from '../subjects/protocol.ts'
import { inTurns, program, type Ratio } from './measure.ts'

const CLI = [process.execPath, 'dist/runners/cli.js'] as const
const PYTHON = ['python3', 'runners/adapters/python/adapter.py'] as const

/** The whole token suite on the Python adapter, cold, against the start of its two programs. */
export function wholeSuite(): Ratio[] {
  const [suite, help, describe, bare] = inTurns(9, [
    () => program([...CLI, 'sdk', '--quiet', '--', ...PYTHON]),
    () => program([...CLI, '--help']),
    () => program(PYTHON, DESCRIBE_LINE),
    () => program([process.execPath, '-e', '0']),
  ]) as [number, number, number, number]
  return [
    {
      name: 'token suite, cold / (--help + adapter until describe)',
      value: suite / (help + describe),
      atMost: 3,
      of: `${suite.toFixed(0)} ms / (${help.toFixed(0)} + ${describe.toFixed(0)} ms)`,
    },
    {
      name: 'start-up of --help / node -e 0',
      value: help / bare,
      atMost: 1.8,
      of: `${help.toFixed(0)} ms / ${bare.toFixed(0)} ms`,
    },
    processes(suite),
  ]
}

/** One process for each vector is what a suite without a protocol does; a sample of 50 stands for all. */
function processes(suite: number): Ratio {
  const vectors = families()
    .flatMap((family) => family.vectors)
    .filter(isAskedOfAdapters)
  const sample = vectors.filter((_, index) => index % Math.ceil(vectors.length / 50) === 0)
  const [each] = inTurns(1, [
    () => sample.forEach(({ question }) => program(PYTHON, requestLine(1, question.method, question.params))),
  ]) as [number]
  const all = (each / sample.length) * vectors.length
  return {
    name: 'one process for each vector / token suite',
    value: all / suite,
    of: `${all.toFixed(0)} ms / ${suite.toFixed(0)} ms`,
  }
}
