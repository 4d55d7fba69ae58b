/**
 * The script of the page: the only code of it that knows a document. It signs and looks only where a button is pressed;
 * what a field holds changes nothing but the note that a result is out of date.
 */
import { escaped } from '../../src/report/html/markup.ts'
import { keysOf } from '../../src/tables.ts'
import { resultOf, TOOLS, type Tool } from './tools.ts'

/** What is used of the DOM. Its own types would make every name of it, such as `name` and `event`, global in this project. */
interface Element {
  value: string
  type: string
  checked: boolean
  hidden: boolean
  textContent: string | null
  innerHTML: string
  className: string
  addEventListener(type: string, listener: (event: { preventDefault(): void }) => void): void
  setAttribute(name: string, value: string): void
}
declare const document: { getElementById(id: string): Element | null }

/** Put in by the build: the sentences of the rules of bodies. */
declare const BODY_RULES: Readonly<Record<string, string>>

const rules = new Map(keysOf(BODY_RULES).map((id) => [id, BODY_RULES[id]!]))

function at(id: string): Element {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no ${id}`)
  return element
}

/** Everything in a result is text; these marks, which no result holds, stand around what is coloured. */
const [START, END] = ['\u0001', '\u0002']
const paint = (style: string, text: string): string => `${START}${style} ${text}${END}`
const coloured = (text: string): string =>
  escaped(text)
    .replaceAll(new RegExp(`${START}([a-z]+) `, 'g'), '<span class="$1">')
    .replaceAll(END, '</span>')

const fieldsOf = ({ name, shared, fields }: Tool): [name: string, element: Element][] => [
  ...shared.map((field): [string, Element] => [field, at(`shared-${field}`)]),
  ...fields.map((field): [string, Element] => [field.name, at(`${name}-${field.name}`)]),
]

const valueOf = ({ type, checked, value }: Element): string =>
  type === 'checkbox' ? (checked ? 'on' : '') : value

function press(tool: Tool): void {
  const values = Object.fromEntries(fieldsOf(tool).map(([name, element]) => [name, valueOf(element)]))
  const text = resultOf(tool, values, { clock: Math.floor(Date.now() / 1000), rules, paint })
  const [first = '', ...rest] = text.split('\n')
  at(`${tool.name}-first`).innerHTML = coloured(first)
  at(`${tool.name}-rest`).innerHTML = coloured(rest.join('\n').trim())
  at(`${tool.name}-rest`).hidden = rest.join('').trim() === ''
  at(`${tool.name}-result`).hidden = false
  setOld(tool, false)
}

function setOld({ name }: Tool, isOld: boolean): void {
  at(`${name}-old`).hidden = !isOld
  at(`${name}-result`).className = isOld ? 'result stale' : 'result'
}

for (const tool of TOOLS) {
  at(`${tool.name}-form`).addEventListener('submit', (event) => {
    event.preventDefault()
    press(tool)
  })
  for (const [, field] of fieldsOf(tool)) field.addEventListener('input', () => setOld(tool, true))
}

const show = at('show')
show.addEventListener('click', () => {
  const secret = at('shared-appSecret')
  const isShown = secret.type === 'password'
  secret.type = isShown ? 'text' : 'password'
  show.textContent = isShown ? 'Hide' : 'Show'
  show.setAttribute('aria-pressed', String(isShown))
})
