// An adapter that answers one question at a time: hands each line to the command, and waits for its answer.
import { spawn } from 'node:child_process'

const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = []
let isBusy = false
let isOver = false

function next() {
  if (isBusy) return
  if (waiting.length > 0) {
    isBusy = true
    child.stdin.write(`${waiting.shift()}\n`)
  } else if (isOver) child.stdin.end()
}

function onLines(stream, take) {
  let open = ''
  stream.setEncoding('utf8').on('data', (chunk) => {
    const lines = (open + chunk).split('\n')
    open = lines.pop()
    for (const line of lines) take(line)
  })
}

onLines(process.stdin, (line) => {
  waiting.push(line)
  next()
})
onLines(child.stdout, (line) => {
  process.stdout.write(`${line}\n`)
  isBusy = false
  next()
})
process.stdin.on('end', () => {
  isOver = true
  next()
})
child.on('exit', (code) => process.exit(code ?? 1))
