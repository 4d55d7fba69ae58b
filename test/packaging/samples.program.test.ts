import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { check, temporary } from '../support/cli.ts'
import { pack, projectWith } from '../support/package.ts'
import { needsTool } from '../support/programs.ts'

interface Sample {
  readonly folder: string
  readonly program: string
  readonly args: readonly string[]
  /** A text of a file, and what stands there once the file imports something that only the checkout has. */
  readonly outside: readonly [file: string, from: string, to: string]
}

const SAMPLES: readonly Sample[] = [
  {
    folder: 'typescript',
    program: process.execPath,
    // Node runs TypeScript itself since 22.18; before, tsx does.
    args: [
      ...(Reflect.get(process.features, 'typescript') ? [] : ['--import', import.meta.resolve('tsx')]),
      'adapter.ts',
    ],
    outside: ['adapter.ts', "'./token.ts'", "'../../../src/token/index.ts'"],
  },
  {
    folder: 'python',
    program: 'python3',
    args: ['adapter.py'],
    outside: [
      'adapter.py',
      'from loop import ProtocolError, serve\n',
      'from loop import ProtocolError, serve\nimport sys\nsys.path.append("../../../test/mutants/python")\nimport sdk\n',
    ],
  },
  {
    folder: 'go',
    program: 'go',
    args: ['run', '.'],
    outside: ['main.go', '"sync"\n', '"sync"\n\n\t_ "channelproof.example/portability"\n'],
  },
]

let adapters: string
beforeAll(() => {
  adapters = join(projectWith(pack()), 'node_modules/channelproof/runners/adapters')
}, 600_000)

/** Copies a sample out of the package, into an empty folder. */
function copyOf({ folder }: Sample): string {
  const copy = temporary()
  cpSync(join(adapters, folder), copy, { recursive: true })
  return copy
}

const checkIn = (cwd: string, { program, args }: Sample) =>
  check([program, ...args], ['--level', 'recommended', '--start-timeout', '300000'], { cwd })

describe.each(SAMPLES)('the sample in $folder, copied out of the package', (sample) => {
  describe.skipIf(!needsTool(sample.program))('alone', () => {
    test('conforms at every level', async () => {
      const { code, stdout, report } = await checkIn(copyOf(sample), sample)
      expect(stdout).toContain('conforms for token.')
      expect(report!.methods.judged).toEqual([
        'token.params',
        'token.signature',
        'token.issue',
        'token.verify',
        'client.call',
      ])
      expect(code).toBe(0)
    })

    test('and does not start with an import out of the folder', async () => {
      const copy = copyOf(sample)
      const [file, from, to] = sample.outside
      const text = readFileSync(join(copy, file), 'utf8')
      expect(text).toContain(from)
      writeFileSync(join(copy, file), text.replace(from, to))
      expect((await checkIn(copy, sample)).code).toBe(3)
    })
  })
})
