/** Hands over each line of the input. Cut at line feeds only: Node's readline also breaks at U+2028, which is text. */
export function onLines(input: NodeJS.ReadStream, take: (line: string) => void): void {
  let open = ''
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (open + chunk).split('\n')
    open = lines.pop()!
    for (const line of lines) take(line)
  })
}
