import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rootFile } from '../../../runners/suite/files.ts'
import type { Library } from '../portability/libraries.ts'
import type { Body, Checked } from './bodies.ts'
import type { Validator } from './validator.ts'

const FOLDER = rootFile('test', 'validators')

export const PYTHON = validator(
  {
    name: 'Python jsonschema',
    program: 'python3',
    probe: ['-c', 'import jsonschema, referencing'],
    folder: FOLDER,
  },
  ['validate.py'],
)

export const GO = validator(
  {
    name: 'Go santhosh-tekuri/jsonschema/v6',
    program: 'go',
    probe: ['mod', 'download'],
    folder: join(FOLDER, 'go'),
  },
  ['run', '.'],
)

function validator(library: Library, args: readonly string[]): Validator {
  const check: Validator['check'] = async (schemasFolder, bodies) => {
    const answers = await run(library, [...args, schemasFolder], bodies)
    return answers.map((line) => JSON.parse(line) as Checked)
  }
  return { name: library.name, library, check }
}

/** Asks one body a line; an answer is one line. @throws Error where there is none */
async function run({ name, program, folder }: Library, args: string[], bodies: readonly Body[]) {
  const child = spawn(program, args, { cwd: folder })
  child.stdin.end(bodies.map((body) => `${JSON.stringify(body)}\n`).join(''))
  const [answers, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (answers === '') throw new Error(`${name} gave no verdict: ${complaints}`)
  return answers.trimEnd().split('\n')
}
