import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT_FOLDER, rootFile } from '../../runners/suite/files.ts'
import { OPENAPI_FILE } from '../../tools/openapi.ts'
import type { Json } from '../../src/model/index.ts'
import { bodyVectors } from '../support/validators/bodies.ts'
import { BUNDLE, bundled, spread, validatorIn, type Document } from '../support/openapi/documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'channelproof-redocly-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Neither telemetry nor a look for updates: both use the network. */
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
}

/** Runs the command line of Redocly. @returns its exit code, and all that it printed */
const redocly = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      rootFile('node_modules/.bin/redocly'),
      args,
      { cwd: ROOT_FOLDER, env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })

const lint = (file: string) => redocly('lint', file, '--config', rootFile('redocly.yaml'))

/** A copy of the bundle in which one text is another. */
function broken(text: string, other: string): string {
  const file = join(folder, 'broken.json')
  const before = spread(BUNDLE)
  const after = before.replace(text, other)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
  return file
}

describe('redocly lint', () => {
  test.each([
    ['the document', rootFile(OPENAPI_FILE)],
    ['the bundle', BUNDLE],
  ])('finds nothing in %s', async (_, file) => {
    const { code, output } = await lint(file)
    expect(output).toContain('Your API description is valid')
    expect(code).toBe(0)
  })

  test.each([
    [
      'an example that breaks its schema',
      '"channelDuration": 90',
      '"channelDuration": "x"',
      'no-invalid-media-type-examples',
    ],
    [
      'an example in a schema that breaks it',
      'rtmp://push.example/live/room-1-b',
      'x',
      'no-invalid-schema-examples',
    ],
    [
      'a reference to nothing',
      '#/components/schemas/JoinParams',
      '#/components/schemas/Nothing',
      'no-unresolved-refs',
    ],
    ['an operation without its id', '"operationId": "auth.token",', '', 'operation-operationId'],
    ['a member that OpenAPI does not know', '"operationId"', '"surprise": 1, "operationId"', 'struct'],
  ])('finds %s', async (_, text, other, rule) => {
    const { code, output } = await lint(broken(text, other))
    expect(output).toContain(rule)
    expect(code).toBe(1)
  })
})

describe('redocly bundle', () => {
  test('gives every body and example the verdict that our bundle gives', async () => {
    const file = join(folder, 'bundle.json')
    expect(await redocly('bundle', rootFile(OPENAPI_FILE), '--output', file)).toMatchObject({ code: 0 })
    const [ours, theirs] = [validatorIn(bundled()), validatorIn(withoutIds(readFileSync(file, 'utf8')))]
    const other = cases().filter(([kind, body]) => ours(kind, body) !== theirs(kind, body))
    expect(other).toEqual([])
    expect(new Set(cases().map(([kind, body]) => ours(kind, body)))).toEqual(new Set([true, false]))
  })
})

/** Redocly leaves each file its `$id`, by which a strict reader finds none of the references that Redocly makes. */
const withoutIds = (text: string): Document =>
  JSON.parse(text, (name, value: Json) => (name === '$id' ? undefined : value)) as Document

type Case = Parameters<ReturnType<typeof validatorIn>>

const cases = (): Case[] =>
  bodyVectors().flatMap(({ body: { kind, body } }): Case[] => {
    try {
      return [[kind, JSON.parse(body) as Json]]
    } catch {
      return []
    }
  })
