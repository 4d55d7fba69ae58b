import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trimOf, type Trim } from '../../src/faults/forms/text.ts'
import { temporary } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

/** Each prints the code points up to U+FFFF that the function cuts off, a line each. */
const PROGRAMS: readonly (readonly [trim: Trim, tool: string, file: string, program: string])[] = [
  [
    'Python strip',
    'python3',
    'trim.py',
    'print(*[c for c in range(65536) if not 55296 <= c < 57344 and chr(c).strip() == ""], sep="\\n")',
  ],
  [
    'Go TrimSpace',
    'go',
    'trim.go',
    `package main
import ("fmt"; "strings")
func main() { for c := rune(0); c < 65536; c++ { if (c < 55296 || c > 57343) && strings.TrimSpace(string(c)) == "" { fmt.Println(int(c)) } } }`,
  ],
  ...(
    [
      ['Java trim', 'trim'],
      ['Java strip', 'strip'],
    ] as const
  ).map(
    ([trim, name]) =>
      [
        trim,
        'java',
        'Trim.java',
        `class Trim { public static void main(String[] a) { for (int c = 0; c < 65536; c++) if (String.valueOf((char) c).${name}().isEmpty()) System.out.println(c); } }`,
      ] as const,
  ),
  [
    'PHP trim',
    'php',
    'trim.php',
    '<?php for ($c = 0; $c < 128; $c++) if (trim(chr($c)) === "") echo "$c\\n";',
  ],
  [
    'Ruby strip',
    'ruby',
    'trim.rb',
    '65536.times { |c| puts c if !(55296..57343).include?(c) && "x#{[c].pack("U")}".strip == "x" }',
  ],
  [
    'C isspace',
    'perl',
    'trim.pl',
    'for my $c (0..127) { my $t = chr $c; $t =~ s/^\\s+|\\s+$//g; print "$c\\n" if $t eq "" }',
  ],
]

const RUN: Readonly<Record<string, readonly string[]>> = { go: ['run'] }

describe.each(PROGRAMS)('%s is that of the language', (trim, tool, file, program) => {
  test.skipIf(!needsTool(tool))(`asked of ${tool}`, () => {
    const path = join(temporary(), file)
    writeFileSync(path, program)
    const cut = execFileSync(tool, [...(RUN[tool] ?? []), path], { encoding: 'utf8' })
    const own = Array.from({ length: 65_536 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .filter((point) => trimOf(trim)(String.fromCodePoint(point)) === '')
    expect(cut.trim().split('\n').map(Number)).toEqual(own)
  })
})

test('and JavaScript is this language', () => {
  const points = Array.from({ length: 65_536 }, (_, point) => String.fromCodePoint(point))
  const trim = trimOf('JavaScript trim')
  expect(points.filter((text) => trim(text) === '')).toEqual(points.filter((text) => text.trim() === ''))
})
