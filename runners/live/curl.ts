import type { LiveConfig } from './config.ts'
import type { Sent } from './http.ts'

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A command line that repeats a request, with variables for secrets. */
export function curlLine(
  { baseUrl, extraHeaders }: LiveConfig,
  { method, path, headers, body }: Sent,
): string {
  const fields = Object.entries(headers).map(([name, value]) => {
    const variable = name === 'Authorization' ? 'CHANNELPROOF_AUTHORIZATION' : extraHeaders[name]?.variable
    return variable === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-H "${name}: $${variable}"`
  })
  const target = quote(`${baseUrl.origin}${path}`)
  return ['curl', '-sS', '-i', '-X', method, ...fields, '--data-binary', quote(body), target].join(' ')
}
