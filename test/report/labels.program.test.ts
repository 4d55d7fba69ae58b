/** `--label name=value`: what the user says of a run stands in its reports, and says nothing else. */
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { labelsText, sharedLabels, type Labels } from '../../src/report/labels.ts'
import { Project, SDK } from '../support/gate/gate.ts'

const FEW = ['--filter', 'token/params/*', '--require', 'token.params'] as const
const LABELS = ['--label', 'region=eu-1', '--label', 'run=https://ci.example/7?a=b'] as const
const HELD = { region: 'eu-1', run: 'https://ci.example/7?a=b' }

describe('labels', () => {
  test('stand in the reports of sdk, and the report fits its schema', async () => {
    const project = new Project()
    const files = ['json', 'html', 'markdown', 'ndjson', 'text'].flatMap((name) => [
      '--report',
      `${name}=r.${name}`,
    ])
    const { code } = await project.run(['sdk', ...FEW, ...LABELS, ...files, '--', ...SDK])
    expect(code).toBe(0)
    expect(project.json('r.json').labels).toEqual(HELD)
    expect(schemaCheck('report')(project.json('r.json'))).toEqual([])
    const told = 'region=eu-1, run=https://ci.example/7?a=b'
    expect(project.read('r.text')).toContain(`\n${told}\n`)
    expect(project.read('r.html')).toContain(`<p class="muted labels">${told}</p>`)
    expect(project.read('r.markdown')).toContain('region=eu-1, run=https://ci.example')
    for (const line of project.read('r.ndjson').trimEnd().split('\n'))
      if (!line.startsWith('{"type":"verdict"')) expect(JSON.parse(line)).toMatchObject({ labels: HELD })
  })

  test('and no member and no line where there are none', async () => {
    const project = new Project()
    const { report, stdout } = await project.sdk('', FEW)
    expect(report).not.toHaveProperty('labels')
    expect(stdout.split('\n\n')[0]!.split('\n')).toHaveLength(2)
  })

  test('come from channelproof.yaml for sdk and live, and a flag wins by its name', async () => {
    const project = new Project()
    project.write('channelproof.yaml', 'labels: {region: "eu-1", commit: "abc"}\n')
    const flags = ['--label', 'commit=def', '--report', 'json=r.json']
    const sdk = await project.run(['sdk', ...FEW, ...flags, '--', ...SDK])
    expect(sdk.stderr).toContain('channelproof.yaml sets labels')
    expect(project.json('r.json').labels).toEqual({ region: 'eu-1', commit: 'def' })
    await project.run(['live', '--filter', 'endpoint/token/*', ...flags])
    expect(project.json('r.json').labels).toEqual({ region: 'eu-1', commit: 'def' })
    project.write('channelproof.yaml', 'labels: {region: 7}\n')
    const wrong = await project.run(['live'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('/labels/region')])
  })

  test.each([
    ['no value', 'region', 'behind the equals sign'],
    ['an empty value, as of an unset variable', 'commit=', 'behind the equals sign'],
    ['no name', '=eu', 'give name=value'],
    ['a name with a blank', 'a b=c', 'give name=value'],
    ['a name that has a meaning to JavaScript', '__proto__=c', 'give name=value'],
    ['two lines', 'a=b\nc', 'one line'],
    ['201 characters', `a=${'x'.repeat(201)}`, '1 to 200 characters'],
  ])('%s: wrong usage with exit code 2', async (_, label, says) => {
    for (const command of ['sdk', 'live']) {
      const { code, stderr } = await new Project().run([command, '--label', label])
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) })
      expect(stderr).toContain('[wrong-option]')
    }
  })

  test('are masked, whatever their name', async () => {
    const project = new Project()
    const secret = 'canary-label-0123456789'
    // As members of a report these names hold words of ours, which no masking touches.
    const flags = ['suite', 'code', 'link'].flatMap((name) => ['--label', `${name}=${secret}`])
    const args = ['sdk', ...FEW, ...flags, '--report', 'json=r.json', '--report', 'text', '--', ...SDK]
    const { stdout, stderr } = await project.run(args, { CHANNELPROOF_APP_SECRET: secret })
    expect(project.json('r.json').labels).toEqual({ suite: '[secret]', code: '[secret]', link: '[secret]' })
    expect(`${stdout}${stderr}${project.read('r.json')}`).not.toContain(secret)
  })

  test('merge keeps those that all parts share, and takes more', async () => {
    const project = new Project()
    for (const part of [1, 2]) {
      const labels = ['--label', 'commit=abc', '--label', `machine=m${part}`]
      const report = ['--shard', `${part}/2`, '--report', `json=${part}.json`]
      await project.run(['sdk', ...FEW, ...labels, ...report, '--', ...SDK])
    }
    const merge = ['merge', '1.json', '2.json', '--label', 'gate=nightly', '--report', 'json=r.json']
    await project.run(merge)
    expect(project.json('r.json').labels).toEqual({ commit: 'abc', gate: 'nightly' })
  })

  test('stand at the columns of compare', async () => {
    const project = new Project()
    await project.run(['sdk', ...FEW, ...LABELS, '--report', 'json=r.json', '--', ...SDK])
    const flags = ['html', 'markdown', 'json'].flatMap((name) => ['--report', `${name}=c.${name}`])
    const { stdout } = await project.run(['compare', 'r.json', ...flags, '--report', 'text'])
    expect(stdout).toContain('region=eu-1, run=https://ci.example/7?a=b')
    expect(project.read('c.html')).toMatch(/<th scope="col"><b class="letter">A<\/b>[^\n]*region=eu-1/)
    expect(project.read('c.markdown')).toMatch(/^\| A \| [^|]*region=eu-1/m)
    expect(JSON.parse(project.read('c.json'))).toMatchObject({ subjects: [{ labels: HELD }] })
  })
})

describe('the labels that parts share', () => {
  test.each<[readonly (Labels | undefined)[], Labels]>([
    [
      [
        { a: '1', b: '2' },
        { a: '1', b: '3' },
      ],
      { a: '1' },
    ],
    [[{ a: '1' }, undefined], {}],
    [[undefined, { a: '1' }], {}],
    [[{ constructor: '1' }, {}], {}],
    [[{ a: '1' }], { a: '1' }],
  ])('%j', (parts, shared) => {
    expect(sharedLabels(parts)).toEqual(shared)
  })

  test('a label of another reaches no terminal with its control characters', () => {
    expect(labelsText({ a: '\u001b[31m' })).toBe('a=\\u001b[31m')
  })
})
