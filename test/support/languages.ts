import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporary } from './cli.ts'

/** The name of a program's file, and what comes before it, by the tool that runs it. */
const RUN: Readonly<Record<string, readonly [file: string, ...first: string[]]>> = {
  go: ['asked.go', 'run'],
  java: ['Asked.java'],
  node: ['asked.cjs'],
  perl: ['asked.pl'],
  php: ['asked.php'],
  python3: ['asked.py'],
  ruby: ['asked.rb'],
}

/**
 * What a program in another language prints of each text.
 * @param program gets the texts as UTF-8 in hex, joined by commas, and prints one line for each
 */
export function printedBy(tool: string, program: string, texts: readonly string[]): string[] {
  const [file, ...first] = RUN[tool]!
  const path = join(temporary(), file)
  writeFileSync(path, program)
  const asked = texts.map((text) => Buffer.from(text).toString('hex')).join()
  return execFileSync(tool, [...first, path, asked], { encoding: 'utf8' })
    .split('\n')
    .slice(0, texts.length)
}

/** What prints one line for each text; bytes are printed in hex, and what is refused as a hyphen. */
export const PROGRAMS = {
  /** @param one is an expression of `text` */
  python3: (one: string) => `import base64, sys, urllib.parse
for line in sys.argv[1].split(","):
    text = bytes.fromhex(line).decode()
    try: print(${one})
    except ValueError: print("-")`,
  php: (one: string) =>
    `<?php foreach (explode(",", $argv[1]) as $line) { $text = hex2bin($line); echo ${one}, "\\n"; }`,
  ruby: (one: string) => `require "cgi"; require "erb"; require "uri"
ARGV[0].split(",").each { |line| text = [line].pack("H*").force_encoding("UTF-8"); puts((begin; ${one}; rescue ArgumentError; "-"; end)) }`,
  perl: (one: string) => `use MIME::Base64; no warnings;
for (split /,/, $ARGV[0]) { my $text = pack("H*", $_); print ${one}, "\\n" }`,
  go: (one: string, imports: string) => `package main
import ("encoding/hex"; "fmt"; "os"; "strings"; ${imports})
func main() { for _, line := range strings.Split(os.Args[1], ",") { bytes, _ := hex.DecodeString(line); text := string(bytes); ${one} } }`,
  java: (one: string) => `import java.util.*; import java.net.*; import java.nio.charset.StandardCharsets;
class Asked { static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }
public static void main(String[] a) { for (String line : a[0].split(",")) { String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8), out;
try { out = "" + ${one}; } catch (IllegalArgumentException refused) { out = "-"; } System.out.println(out); } } }`,
  node: (
    one: string,
  ) => `for (const line of process.argv[2].split(",")) { const text = Buffer.from(line, "hex").toString()
let out = "-"; try { out = ${one} } catch {} console.log(out) }`,
} as const
