/** The Python sample, and the same without its HTTP client, whose calls wait. */
export const PYTHON = ['python3', 'runners/adapters/python/adapter.py'] as const

const TOKENS = [
  'import sys; sys.path[:0] = ["runners/adapters/python"]',
  'from adapter import CALLS, DESCRIPTION, serve, translate',
  'serve(DESCRIPTION, {**CALLS, "client.call": None}, translate)',
].join('\n')
export const PYTHON_TOKENS = ['python3', '-c', TOKENS] as const
