import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build, type Plugin } from 'esbuild'
import { rootFile } from '../../../runners/suite/files.ts'

const here = (file: string): string => rootFile('test/support/socket/page', file)

/** What a page does not have. */
const INSTEAD: readonly (readonly [module: RegExp, file: string])[] = [
  [/^\.\/loop\.ts$/, 'loop.mjs'],
  [/^node:(?:crypto|buffer)$/, 'crypto.mjs'],
]
const forPages: Plugin = {
  name: 'for-pages',
  setup(bundle) {
    for (const [filter, file] of INSTEAD) bundle.onResolve({ filter }, () => ({ path: here(file) }))
  },
}

/** The adapter of the TypeScript sample as a page. @param isWrong base64 of a text is btoa of its UTF-16 code units */
async function script(isWrong: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [rootFile('runners/adapters/typescript/adapter.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    inject: [here('buffer.mjs')],
    define: { WRONG: String(isWrong) },
    plugins: [forPages],
  })
  return outputFiles[0]!.text
}

/** Serves the page on loopback, which is a secure context. */
export async function servedPage(
  isWrong: boolean,
): Promise<{ readonly url: string; readonly server: Server }> {
  const html = `<!doctype html><meta charset="utf-8"><title>SDK</title><script type="module">${await script(isWrong)}</script>`
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}
