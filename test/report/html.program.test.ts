import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { byteView } from '../../src/report/html/failure.ts'
import { markup, shown } from '../../src/report/html/markup.ts'
import { COLOURS } from '../../src/report/html/document.ts'
import { headline } from '../../src/report/headline.ts'
import { htmlReport } from '../../src/report/html/index.ts'
import type { Report } from '../../src/report/report.ts'
import { ruleState, tallies, worst } from '../../src/report/ruleStates.ts'
import { cli, temporary } from '../support/cli.ts'
import { excuse, full, right, wrong } from '../support/report/examples.ts'
import { HOSTILE } from '../support/report/hostile.ts'
import { context, suite, withStrings } from '../support/report/reports.ts'
import { contrast } from '../support/report/contrast.ts'

/** What a reader sees, without a browser: no style, no script, no tags. */
const textOf = (html: string): string =>
  html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')

describe('the verdict in words', () => {
  const cases: readonly [string, Partial<Report>][] = [
    ['a failure', { conforms: false, exitCode: 1 }],
    ['a run that could not go on', { conforms: false, exitCode: 3, stopped: full.stopped! }],
    ['too little', { conforms: false, exitCode: 4, tooLittle: ['no vector was judged'] }],
    ['a wrong baseline', { conforms: false, exitCode: 5 }],
    ['a signal', { conforms: false, exitCode: 130, partial: true }],
    ['a partial run', { conforms: false, exitCode: 4, partial: true }],
    ['a partial run that says it conforms', { conforms: true, exitCode: 0, partial: true }],
    [
      'a shard',
      {
        conforms: true,
        exitCode: 0,
        shard: { index: 2, of: 4, filter: [], clock: 'injected', require: [], minCases: 0 },
      },
    ],
    [
      'a shard that fails',
      {
        conforms: false,
        exitCode: 1,
        shard: { index: 2, of: 4, filter: [], clock: 'injected', require: [], minCases: 0 },
      },
    ],
    ['a report at odds with itself', { conforms: true, exitCode: 1 }],
    ['another', { conforms: false, exitCode: 0 }],
  ]

  test.each(cases)('%s cannot be read as "conforms", anywhere on the page', (_, facts) => {
    const text = textOf(htmlReport({ ...right, ...facts }, context))
    expect(text.replaceAll(/does not conform/gi, '')).not.toMatch(/conform/i)
  })

  test('a whole run without failures conforms, and says for what', () => {
    const text = 'Conforms for token.params, token.signature, token.issue, token.verify'
    expect(headline(right).text).toBe(text)
    // The same check as above finds it, so that it can fail.
    expect(textOf(htmlReport(right, context))).toMatch(/conform/i)
  })

  test('it says which members of bodies and which limits it is about', () => {
    const methods = { offered: ['client.call'], missing: [], judged: ['client.call'] }
    const members = { 'auth.token': ['size', 'duration'], 'streaming.stop': [], layout: true }
    const without =
      'auth.token without privileges and channelDuration and delayClose, streaming.stop without streamId'
    expect(headline({ ...right, methods, members }).text).toBe(
      `Conforms for client.call with the members that it can set (${without})`,
    )
    expect(headline({ ...right, methods, members, limits: { size: { max: 50 } } }).text).toBe(
      `Conforms for client.call within its limits (size at most 50) and with the members that it can set (${without})`,
    )
    const all = { layout: true }
    expect(headline({ ...right, methods, members: all }).text).toBe('Conforms for client.call')
    // Of a run without a client.
    expect(headline({ ...right, members }).text).not.toContain('members')
  })

  test('of an endpoint it names the families', () => {
    const { text } = headline({ ...right, subject: { kind: 'endpoint', name: 'http://127.0.0.1/' } })
    expect(text).toMatch(/for token\/params, token\/signature,/)
  })

  test('a run with excused failures says so in the same breath', () => {
    const excused = wrong.verdicts.map((verdict) => ({ ...verdict, excused: excuse }))
    const { text } = headline({ ...wrong, verdicts: excused, conforms: true, exitCode: 0 })
    expect(text).toMatch(/^Conforms .*, with 162 excused failures$/)
  })

  test('says which part it is and what may be running still', () => {
    expect(
      headline({
        ...right,
        shard: { index: 2, of: 4, filter: [], clock: 'injected', require: [], minCases: 0 },
      }).text,
    ).toContain('shard 2 of 4')
    expect(headline(full).because).toContain('May be running still; this stops it: curl stop')
  })
})

describe('the state of a rule', () => {
  const rule = { id: 'TOKEN-VERSION', section: '4', level: 'required', statement: '' } as const

  test('the worst of its vectors wins, and an excused failure is not passed', () => {
    expect(ruleState(rule, { passed: 9, failed: 1 })).toEqual({
      state: 'failed',
      why: '10 vectors: 1 failed, 9 passed',
    })
    expect(ruleState(rule, { passed: 9, excused: 1 }).state).toBe('excused')
    expect(ruleState(rule, { passed: 1, skipped: 9 }).state).toBe('passed')
  })

  test('a rule without verdicts is not passed, and says why', () => {
    expect(ruleState({ ...rule, untestable: 'Media.' }, undefined).state).toBe('not shown')
    expect(ruleState({ ...rule, level: 'unspecified' }, undefined).state).toBe('not shown')
    expect(ruleState(rule, undefined).state).toBe('not run')
  })

  test('a failure blames the rule that is broken; the others of its vector are told so, after it', () => {
    const rows = htmlReport(wrong, context).match(/<li data-state="(?:failed|unclear)"[^]*?<\/li>/g)!
    expect(rows[0]).not.toContain('the rule that was broken there')
    const other = rows.find((row) => row.includes('<code>PARAM-OPTIONAL-FIELDS</code>'))
    expect(other).toContain('data-state="unclear"')
    expect(other).toContain('the rule that was broken there: TOKEN-SIGNATURE-ALPHABET')
  })

  test('a rule that a failure names is failed, though the vector was written for others', () => {
    const [first] = wrong.verdicts
    const verdict = {
      ...first!,
      outcome: 'failed' as const,
      rule: 'TOKEN-STRING',
      requirements: ['TOKEN-VERSION'],
    }
    expect([...tallies([verdict])]).toEqual([
      ['TOKEN-VERSION', { unclear: 1 }],
      ['TOKEN-STRING', { failed: 1 }],
    ])
    expect([...tallies([{ ...verdict, outcome: 'passed' }])]).toEqual([['TOKEN-VERSION', { passed: 1 }]])
    expect(worst({ passed: 9, unclear: 1 })).toBe('unclear')
  })

  test('every rule of the suite is on the page', () => {
    const html = htmlReport(right, context)
    expect(suite.requirements.filter(({ id }) => !html.includes(`<code>${id}</code>`))).toEqual([])
  })
})

describe('channelproof sdk --report html=FILE', () => {
  test('writes the page', async () => {
    const file = join(temporary(), 'report.html')
    const { code, stderr } = await cli(['sdk', '--filter', 'token/params/*', '--report', `html=${file}`])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const text = textOf(readFileSync(file, 'utf8'))
    expect(text).toContain('Partial: filtered; nothing gates')
    expect(text).not.toContain('Conforms for')
    expect(text).toContain('SERVICE-CHANNEL-MEDIA')
  })
})

describe('bytes', () => {
  test('are shown around the first that differs, each that differs marked by a caret', () => {
    const { expected, got, from } = byteView('eyJhIjoifn5+Pz8/', 'eyJhIjoifn5-Pz8_', 11)!
    expect(from).toBe(0)
    expect(expected.lines[1]).toBe('    8  66 6e 35 2b 50 7a 38 2f  fn5+Pz8/')
    expect(got.lines[2]).toBe('                ^^          ^^     ^   ^')
  })

  test('a missing byte is no byte', () => {
    expect(byteView('ab', 'a', 1)!.got.lines).toEqual([
      '    0  61 --                    a',
      '          ^^                     ^',
    ])
  })

  test('where a report has cut the texts before the difference nothing is made up', () => {
    expect(byteView('same', 'same', 20001)).toBeUndefined()
  })
})

describe('text of others', () => {
  test('is escaped wherever it is put in', () => {
    expect(markup`<p title="${'"<&>'}">${'<img>'}</p>`.text).toBe(
      '<p title="&quot;&lt;&amp;&gt;">&lt;img&gt;</p>',
    )
  })

  test('is cut with a note, and what cannot be seen is named', () => {
    expect(shown('x'.repeat(3_000_000))).toMatch(/^x{2000} … \(cut; 3000000 characters in all\)$/)
    expect(shown('a\u202e\ud800\u0000')).toBe('a\\u202e\\ud800\\u0000')
  })

  test('of megabytes makes no page of megabytes', () => {
    const huge = 'x'.repeat(2_000_000)
    const verdicts = wrong.verdicts.slice(0, 40).map((verdict) => ({
      ...verdict,
      outcome: 'failed' as const,
      message: huge,
      repeat: huge,
      difference: { expected: huge, got: `${huge}y`, firstDifferentByte: huge.length },
    }))
    const html = htmlReport({ ...wrong, subject: { kind: 'adapter', name: huge }, verdicts }, context)
    expect(html.length).toBeLessThan(1_000_000)
  })

  test('nothing but numbers of ours is an address', () => {
    const hrefs = [
      ...htmlReport(
        withStrings(full, () => HOSTILE),
        context,
      ).matchAll(/href="([^"]*)"/g),
    ]
    expect(hrefs.map(([, href]) => href).filter((href) => !/^#[a-z]*[0-9]*$/.test(href!))).toEqual([])
  })
})

describe('colours', () => {
  test.each(['light', 'dark', 'print'] as const)(
    'of the scheme %s have a contrast of 4.5:1 and more',
    (scheme) => {
      const { back, panel, line: _, ...texts } = COLOURS
      for (const text of Object.values(texts))
        for (const ground of [back, panel])
          expect(contrast(text[scheme], ground[scheme])).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('the measure finds a pale grey', () => {
    expect(contrast('#999999', '#ffffff')).toBeLessThan(4.5)
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})
