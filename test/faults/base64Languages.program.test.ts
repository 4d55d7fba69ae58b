import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBase64, type DecoderName } from '../../src/faults/forms/base64.ts'
import { temporary } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

/** Right base64, and every way in which it may be written wrongly. */
const TEXTS = [
  ...['eyJh', 'eyJhIjox', 'eyJhIj8/Pz8=', 'eyJhIj8/Pw==', 'ey+/'],
  // The URL-safe alphabet.
  ...['eyJhIj8_Pz8=', 'eyJhIj8-Pz8=', 'ey-_'],
  // Too little padding, too much, and some in the middle.
  ...['eyJhIj8/Pz8', 'eyJhIj8/Pw', 'eyJhIj8/Pw=', 'eyJhIj8/P', 'eyJhI', 'eyJhI===', '=eyJh'],
  ...['eyJhIjox=', 'eyJhIjox==', 'eyJhIjox====', 'eyJhIj8/Pw===', 'eyJhIj8/Pw==eyJh', 'eyJhIj8/Pw==A'],
  ...['eyJh=IjoxAA', 'eyJhIj8/Pw=\n=', 'eyJhIj8/Pw\n=='],
  // Unused bits.
  ...['eyJhIj8/Px==', 'eyJhIj8/Pz9='],
  // White space.
  ...['eyJh Ijox', 'eyJh\nIjox', 'eyJh\r\nIjox', 'eyJh\tIjox', ' eyJhIjox', 'eyJhIjox ', 'eyJhIjox\n'],
  ...['eyJhIjox\r\n', '\neyJhIjox', 'eyJhIj8/Pz8= ', 'e y J h', 'eyJhIj 8/Pw==', 'eyJh\vIjox', 'eyJh\fIjox'],
  // Other characters.
  ...['eyJh*Ijox', 'eyJh%3DIjox', 'eyJh\0Ijox', 'eyJhIjo\u00e9', 'eyJh\u20acIjox'],
]

const JAVA = (decoder: string): string =>
  `import java.util.*; class Decode { public static void main(String[] a) { for (String line : a[0].split(",")) { String out;
try { out = HexFormat.of().formatHex(Base64.${decoder}().decode(new String(HexFormat.of().parseHex(line), java.nio.charset.StandardCharsets.UTF_8))); }
catch (IllegalArgumentException refused) { out = "-"; } System.out.println(out); } } }`
const PYTHON = (decode: string): string =>
  `import base64, sys
for line in sys.argv[1].split(","):
    try: print(base64.${decode}(bytes.fromhex(line).decode()).hex())
    except ValueError: print("-")`
const PHP = (strict: string): string =>
  `<?php foreach (explode(",", $argv[1]) as $line) { $bytes = base64_decode(hex2bin($line), ${strict}); echo $bytes === false ? "-" : bin2hex($bytes), "\\n"; }`

/** Each prints the bytes of every text in hex, a line each, or - for one that it refuses. */
const PROGRAMS: readonly (readonly [decoder: DecoderName, tool: string, file: string, program: string])[] = [
  ['Python b64decode', 'python3', 'decode.py', PYTHON('b64decode')],
  ['Python urlsafe_b64decode', 'python3', 'decode.py', PYTHON('urlsafe_b64decode')],
  ['PHP base64_decode', 'php', 'decode.php', PHP('false')],
  ['PHP base64_decode, strict', 'php', 'decode.php', PHP('true')],
  [
    'Ruby decode64',
    'ruby',
    'decode.rb',
    'ARGV[0].split(",").each { |line| puts [line].pack("H*").unpack1("m").unpack1("H*") }',
  ],
  [
    'Perl decode_base64',
    'perl',
    'decode.pl',
    'use MIME::Base64; print unpack("H*", decode_base64(pack("H*", $_))), "\\n" for split /,/, $ARGV[0];',
  ],
  [
    'Go StdEncoding',
    'go',
    'decode.go',
    `package main
import ("encoding/base64"; "encoding/hex"; "fmt"; "os"; "strings")
func main() { for _, line := range strings.Split(os.Args[1], ",") { text, _ := hex.DecodeString(line)
bytes, err := base64.StdEncoding.DecodeString(string(text)); if err != nil { fmt.Println("-") } else { fmt.Println(hex.EncodeToString(bytes)) } } }`,
  ],
  ['Java getDecoder', 'java', 'Decode.java', JAVA('getDecoder')],
  ['Java getMimeDecoder', 'java', 'Decode.java', JAVA('getMimeDecoder')],
  [
    'JavaScript Buffer',
    'node',
    'decode.cjs',
    'for (const line of process.argv[2].split(",")) console.log(Buffer.from(Buffer.from(line, "hex").toString(), "base64").toString("hex"))',
  ],
  [
    'JavaScript atob',
    'node',
    'decode.cjs',
    'for (const line of process.argv[2].split(",")) { let out = "-"; try { out = Buffer.from(atob(Buffer.from(line, "hex").toString()), "latin1").toString("hex") } catch {} console.log(out) }',
  ],
]

const RUN: Readonly<Record<string, readonly string[]>> = { go: ['run'] }

const own = (decoder: DecoderName, text: string): string => {
  const read = readBase64(decoder, text)
  return read === undefined ? '-' : Buffer.from(read, 'base64').toString('hex')
}

describe.each(PROGRAMS)('%s is that of the language', (decoder, tool, file, program) => {
  test.skipIf(!needsTool(tool))(`asked of ${tool}`, () => {
    const path = join(temporary(), file)
    writeFileSync(path, program)
    const asked = TEXTS.map((text) => Buffer.from(text).toString('hex')).join()
    const lines = execFileSync(tool, [...(RUN[tool] ?? []), path, asked], { encoding: 'utf8' }).split('\n')
    const rows = TEXTS.map((text, at) => [text, lines[at]])
    expect(TEXTS.map((text) => [text, own(decoder, text)])).toEqual(rows)
  })
})

/** No C# is here: its documentation names the white space, and wants the padding. */
test.each([
  ['eyJh\r\n\t Ijox', '7b2261223a31'],
  ['eyJhIj8/Pw==', '7b2261223f3f3f'],
  ['eyJhIj8/Pw', '-'],
  ['eyJh\fIjox', '-'],
  ['ey-_', '-'],
])('C# FromBase64String of %j', (text, hex) => {
  expect(own('C# FromBase64String', text)).toBe(hex)
})
