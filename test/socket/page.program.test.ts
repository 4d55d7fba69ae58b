/** The TypeScript sample in a page in Chromium, over WebSocket; CHROMIUM names another program. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { lacksBrowser, launch } from '../support/report/browser.ts'
import { judged, type Judged } from '../support/socket/devices.ts'
import { servedPage } from '../support/socket/page.ts'

describe.skipIf(lacksBrowser())('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  async function inPage(isWrong: boolean, filters: readonly string[]): Promise<Judged> {
    const { url, server } = await servedPage(isWrong)
    const page = await browser.newPage()
    const flags = filters.flatMap((filter) => ['--filter', filter])
    return judged([...flags, '--listen', 'ws://127.0.0.1:0'], (waiting) =>
      page.goto(`${url}#${encodeURIComponent(`${waiting.url} ${waiting.code}`)}`),
    ).finally(async () => {
      await page.close()
      server.close()
    })
  }

  const ids = (report: Report | undefined, outcome: string): string[] =>
    (report?.verdicts ?? []).filter((verdict) => verdict.outcome === outcome).map(({ vector }) => vector)

  test('the token code of the sample is right', async () => {
    const { code, report } = await inPage(false, ['token/**'])
    expect([...ids(report, 'failed'), ...ids(report, 'errored'), ...ids(report, 'skipped')]).toEqual([])
    expect(ids(report, 'passed').length).toBeGreaterThan(400)
    expect(code).toBe(0)
  })

  test('with btoa over UTF-16 code units it is wrong beyond ASCII', async () => {
    const { code, report } = await inPage(true, ['token/params/*', 'token/issue/*'])
    expect(code).toBe(1)
    expect(ids(report, 'failed')).toContain('token/issue/user-id-two-byte-characters')
    expect(ids(report, 'failed')).toContain('token/params/four-byte-characters')
    // btoa refuses what is above U+00FF, and takes the rest for Latin-1.
    expect(report?.diagnosis?.map(({ faults }) => faults)).toEqual([['params-latin1']])
    expect(ids(report, 'passed')).toContain('token/issue/minimal')
  })

  test('requests of a page come through, and what the browser asks before is not judged', async () => {
    const { report } = await inPage(false, ['client/request/*'])
    expect(ids(report, 'passed').length).toBeGreaterThan(10)
    expect([...ids(report, 'failed'), ...ids(report, 'errored')]).toEqual([])
  })
})
