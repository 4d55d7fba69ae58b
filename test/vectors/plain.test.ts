import { expect, test } from 'vitest'
import { isObject, parseJson } from '../../src/json.ts'
import type { Json, Vector } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'

/** Nobody can refuse these by "naming rules: not shown" (section 2.1). */
const PLAIN = /^[a-z][a-z0-9]{0,31}$/
const MOST: Readonly<Record<string, number>> = { size: 100, channelDuration: 60 }

/** What is not plain in a JSON value: the rules of ids, privileges and sizes are not shown. */
function odd(value: Json, at = ''): string[] {
  if (Array.isArray(value)) return (value as Json[]).flatMap((one) => odd(one, at))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'privileges') return ['privileges']
    if (/^(?:channelId|userId|appId)$/.test(name))
      return typeof member === 'string' && PLAIN.test(member) ? [] : [`${at}${name}`]
    const most = MOST[name]
    return most !== undefined && Number(member) > most ? [`${at}${name}`] : odd(member, `${name}/`)
  })
}

/** The join parameters and bodies that a question holds, whatever its method. */
function asked({ question }: Vector): Json {
  switch (question.method) {
    case 'token.issue':
      return [question.params.joinParams, { appId: question.params.appId }]
    case 'token.verify': {
      const params = question.params.token.split('.').at(-2) ?? ''
      return [parseJson(Buffer.from(params, 'base64').toString('utf8')), { appId: question.params.appId }]
    }
    default:
      return {}
  }
}

const vectors = families().flatMap((family) => family.vectors)

test('what a subject must accept uses only values that no reading can refuse', () => {
  const found = vectors
    .filter(({ expect: due, level }) => due.verdict === 'accept' && level !== 'unspecified')
    .flatMap((vector) => odd(asked(vector)).map((name) => `${vector.id}: ${name}`))
  expect(found).toEqual([])
})

test('and what is not plain is seen', () => {
  expect(odd({ channelId: 'c1', userId: 'U', size: 101, privileges: 0 })).toEqual([
    'userId',
    'size',
    'privileges',
  ])
  expect(odd([{ streamList: [{ userId: 'a b' }] }])).toEqual(['streamList/userId'])
})
