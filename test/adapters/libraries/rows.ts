/** HTTP libraries with their defaults, and the adapter of each language that sends through them. */

export interface Language {
  /** Name of the folder with its adapter and the versions of its libraries. */
  readonly folder: string
  /** What must be installed: a program with arguments that fail where a part is missing. */
  readonly needs: readonly (readonly [string, ...string[]])[]
  /** Fetches the libraries and builds the adapter, once, in a copy of the folder. */
  readonly install?: readonly [string, ...string[]]
  /** The adapter, started in the copy; the library is its argument. */
  readonly command: readonly [string, ...string[]]
}

export interface Library {
  readonly name: string
  readonly language: Language
  /** Rules at level "recommended" that a client breaks that changes none of its defaults. */
  readonly recommended: readonly string[]
}

const PYTHON: Language = {
  folder: 'python',
  // From .ci/run, with the other libraries of Python.
  needs: [['python3', '-c', 'import requests, httpx, urllib3, aiohttp']],
  command: ['python3', 'adapter.py'],
}
const NODE: Language = {
  folder: 'node',
  needs: [[process.execPath, '--version']],
  install: ['npm', 'ci', '--silent', '--no-audit', '--no-fund'],
  command: [process.execPath, 'adapter.mjs'],
}
const GO: Language = {
  folder: 'go',
  needs: [['go', 'version']],
  install: ['go', 'build', '-o', 'adapter', '.'],
  command: ['./adapter'],
}
const RUBY: Language = {
  folder: 'ruby',
  needs: [['ruby', '-e', 'require "faraday"']],
  command: ['ruby', 'adapter.rb'],
}
const PHP: Language = {
  folder: 'php',
  needs: [
    ['php', '--ri', 'curl'],
    ['php', '-r', 'require "GuzzleHttp/autoload.php";'],
  ],
  command: ['php', 'adapter.php'],
}
const JAVA: Language = {
  folder: 'java',
  needs: [
    ['javac', '-version'],
    ['mvn', '--version'],
  ],
  install: ['mvn', '-q', '-B', 'package'],
  command: ['java', '-jar', 'target/adapter.jar'],
}

/** The limit is for each step of a call, or ends with the headers, or is for each attempt. */
const LIMIT = ['SDK-TIME-LIMIT']
const CUT_OFF = ['SDK-INCOMPLETE-NOT-SUCCESS']
/** http.client takes the answer 103 for the final one. */
const INTERIM = ['SDK-ERROR-STATUS-TO-CALLER', 'SDK-INTERIM-RESPONSES']

export const LIBRARIES: readonly Library[] = [
  { name: 'requests', language: PYTHON, recommended: [...INTERIM, ...CUT_OFF, ...LIMIT] },
  { name: 'httpx', language: PYTHON, recommended: LIMIT },
  { name: 'urllib3', language: PYTHON, recommended: [...INTERIM, ...CUT_OFF, ...LIMIT] },
  { name: 'aiohttp', language: PYTHON, recommended: [] },
  { name: 'fetch', language: NODE, recommended: [] },
  { name: 'undici', language: NODE, recommended: LIMIT },
  { name: 'axios', language: NODE, recommended: LIMIT },
  { name: 'got', language: NODE, recommended: LIMIT },
  { name: 'ky', language: NODE, recommended: LIMIT },
  { name: 'superagent', language: NODE, recommended: [] },
  { name: 'net/http', language: GO, recommended: [] },
  { name: 'resty', language: GO, recommended: [] },
  { name: 'Net::HTTP', language: RUBY, recommended: [...CUT_OFF, ...LIMIT, 'SDK-BASE-URL-IPV6'] },
  { name: 'Faraday', language: RUBY, recommended: [...CUT_OFF, ...LIMIT] },
  { name: 'curl', language: PHP, recommended: CUT_OFF },
  { name: 'Guzzle', language: PHP, recommended: [] },
  { name: 'java.net.http', language: JAVA, recommended: LIMIT },
  { name: 'OkHttp', language: JAVA, recommended: [] },
  { name: 'HttpClient 5', language: JAVA, recommended: LIMIT },
]

export const LANGUAGES: readonly Language[] = [PYTHON, NODE, GO, RUBY, PHP, JAVA]
