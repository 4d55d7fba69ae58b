import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { temporary } from '../support/cli.ts'
import { needsLibrary, type Library } from '../support/portability/libraries.ts'

type Change = readonly [file: string, from: string, to: string]

interface Language {
  readonly name: string
  readonly folder: string
  readonly library: Library
  readonly command: readonly [string, ...string[]]
  /** How many tests passed, in what it prints. */
  readonly passed: (printed: string) => number
  readonly problems: Readonly<Record<string, readonly [...Change, says: RegExp]>>
}

const count = (pattern: RegExp) => (printed: string) => Number(pattern.exec(printed)?.[1] ?? 0)

const LANGUAGES: readonly Language[] = [
  {
    name: 'pytest',
    folder: rootFile('runners/adapters/python'),
    library: {
      name: 'pytest with PyYAML',
      program: 'python3',
      probe: ['-c', 'import pytest, yaml'],
      folder: rootFile(),
    },
    command: ['python3', '-m', 'pytest', '-q', '-rf', '-p', 'no:cacheprovider', 'test_vectors.py'],
    passed: count(/(\d+) passed/),
    problems: {
      'the URL-safe alphabet': [
        'channel_token.py',
        'base64.b64encode(',
        'base64.urlsafe_b64encode(',
        /FAILED .*token\/params\/alphabet-shift-1/,
      ],
      'a value that was altered': [
        'channel_token.py',
        'text = json.dumps(join_params,',
        'text = json.dumps({**join_params, "size": 7},',
        /FAILED .*token\/issue\/minimal/,
      ],
      'a number of another type': [
        'channel_token.py',
        'text = json.dumps(join_params,',
        'text = json.dumps({k: float(v) if k == "size" else v for k, v in join_params.items()},',
        /FAILED .*token\/issue\//,
      ],
      'a signature over something else': [
        'channel_token.py',
        'signature = sign(VERSION, app_id, timestamp, params, app_secret)',
        'signature = sign(VERSION, app_id, timestamp + 1, params, app_secret)',
        /the signature is wrong/,
      ],
      'an SDK that refuses everything': [
        'channel_token.py',
        '    check_join_params(join_params)\n    #',
        '    raise Refused("missing-field", "")\n    #',
        /so was its right twin/,
      ],
      'an SDK that accepts everything': [
        'channel_token.py',
        '    check_join_params(join_params)\n    #',
        '    #',
        /accepted what must be refused/,
      ],
      'an SDK that crashes': [
        'channel_token.py',
        '    check_join_params(join_params)\n    #',
        '    1 / 0\n    #',
        /ZeroDivisionError/,
      ],
      'a test that skips everything': [
        'test_vectors.py',
        '    question = vector["question"]\n',
        '    pytest.skip("not today")\n    question = vector["question"]\n',
        /no vector of these passed/,
      ],
    },
  },
  {
    name: 'go test',
    folder: rootFile('runners/adapters/go'),
    library: {
      name: 'gopkg.in/yaml.v3',
      program: 'go',
      probe: ['mod', 'download', '-modfile', 'vectors.mod'],
      folder: rootFile('runners/adapters/go'),
    },
    command: ['go', 'test', '-v', '-tags', 'vectors', '-modfile', 'vectors.mod', '.'],
    passed: (printed) => printed.split('--- PASS: TestVectors/').length - 1,
    problems: {
      'the URL-safe alphabet': [
        'sdk.go',
        'return base64.StdEncoding.EncodeToString([]byte(joinParamsJSON))',
        'return base64.URLEncoding.EncodeToString([]byte(joinParamsJSON))',
        /--- FAIL: TestVectors\/token\/params\/alphabet-shift-1 /,
      ],
      'a value that was altered': [
        'sdk.go',
        'params := MintParams(text)',
        'params := MintParams(strings.TrimSuffix(text, "}") + `,"size":7}`)',
        /--- FAIL: TestVectors\/token\/issue\/minimal /,
      ],
      'a member that stands twice': [
        'sdk.go',
        'params := MintParams(text)',
        'params := MintParams(strings.TrimSuffix(text, "}") + `,"userId":"` + *joinParams.UserID + `"}`)',
        /userId stands twice/,
      ],
      'a number of another type': [
        'sdk.go',
        'params := MintParams(text)',
        'params := MintParams(strings.Replace(text, `"duration":3600`, `"duration":3600.0`, 1))',
        /--- FAIL: TestVectors\/token\/issue\//,
      ],
      'a signature over something else': [
        'sdk.go',
        'Sign(tokenVersion, appID, timestamp, params',
        'Sign(tokenVersion, appID, timestamp+1, params',
        /--- FAIL: TestVectors\/token\/issue\/minimal /,
      ],
      'an SDK that refuses everything': [
        'sdk.go',
        'case p.ChannelID == nil:',
        'case true:',
        /so was its right twin/,
      ],
      'an SDK that accepts everything': [
        'sdk.go',
        'if err := joinParams.check(); err != nil {',
        'if err := joinParams.check(); err != nil && false {',
        /accepted what must be refused/,
      ],
      'a test that skips everything': [
        'vectors_test.go',
        'err := judge(v, vectors)',
        'err := error(notExpressible{errors.New("all")})',
        /no vector of token\.issue passed/,
      ],
    },
  },
]

/** Runs the tests in a copy of the folder, with one text replaced. */
function run({ folder, command }: Language, change?: Change, vectors = rootFile('vectors')) {
  const copy = join(temporary(), 'adapter')
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('__pycache__') })
  if (change) replace(join(copy, change[0]), change[1], change[2])
  const [program, ...args] = command
  const env = { ...process.env, CHANNELPROOF_VECTORS: vectors, PYTHONDONTWRITEBYTECODE: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8' })
  return { status, printed: `${stdout}${stderr}` }
}

function replace(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`)
  writeFileSync(path, text.replace(from, to))
}

describe.each(LANGUAGES)('in the tests of an SDK with $name', (language) => {
  describe.skipIf(!needsLibrary(language.library))('a vector is a test', () => {
    test('and the sample SDK passes them', () => {
      const { status, printed } = run(language)
      expect(printed).not.toMatch(/FAIL/)
      expect(language.passed(printed)).toBeGreaterThan(400)
      expect(status).toBe(0)
    }, 600_000)

    test.each(Object.entries(language.problems))(
      '%s fails',
      (_, [file, from, to, says]) => {
        const { status, printed } = run(language, [file, from, to])
        expect(printed).toMatch(says)
        expect(status).not.toBe(0)
      },
      120_000,
    )

    test('without vectors it fails', () => {
      const empty = temporary()
      mkdirSync(join(empty, 'token'))
      const { status, printed } = run(language, undefined, empty)
      expect(printed).toMatch(/no vectors in/)
      expect(status).not.toBe(0)
    }, 600_000)
  })
})
