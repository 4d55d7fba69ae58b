/** What src/faults/forms says of other languages, asked of those that this machine has. */
import { describe, expect, test } from 'vitest'
import { type ArrayName, arraySize, written } from '../../src/faults/token/bytes.ts'
import {
  type DecoderName,
  readBase64,
  type Charset,
  encodedIn,
  bytesDecoded,
  type EncoderName,
  percentEncodedBy,
} from '../../src/faults/forms/encodings.ts'
import { type CasingName, casingOf, CHOMPS, PATTERN_ENDS } from '../../src/faults/forms/text.ts'
import { isLooselyEqual, type ReaderName, readInteger } from '../../src/faults/forms/integer.ts'
import { printedBy, PROGRAMS } from '../support/languages.ts'
import { needsTool } from '../support/programs.ts'

type Row<Name> = readonly [name: Name, tool: string, program: string]

function compared<Name extends string>(
  rows: readonly Row<Name>[],
  texts: readonly string[],
  own: (name: Name, text: string) => string,
): void {
  test.for(rows)('%s', ([name, tool, program], { skip, expect: assert }) => {
    if (!needsTool(tool)) skip()
    const printed = printedBy(tool, program, texts)
    assert(texts.map((text) => [text, own(name, text)])).toEqual(texts.map((text, at) => [text, printed[at]]))
  })
}

const { go, java, node, perl, php, python3, ruby } = PROGRAMS

describe('whole numbers are read as the language reads them', () => {
  const TEXTS = [
    '1700000000',
    '0',
    '7',
    '007',
    '+1700000000',
    '-1700000000',
    '1700000000.5',
    '17e8',
    '0x6553f100',
    '',
    ' 1700000000',
    '1700000000 ',
    '1700000000\n',
    '\t1700000000',
    '\u00a01700000000',
    '1700000000x',

    '1_700_000_000',
    '1__7',
    '_17',
    '17_',
    'now',
    '１７００００００００',
    '١٧٠٠',
    '1 7',
    '+',
    '--1',
    '1.',
    '.5',
    '0o17',
    '0b101',
    '0x_1f',
    '0x',
    '089',
    '00',
    '-0x1F',
    '0_7',
  ]
  const read = (name: ReaderName, text: string): string => String(readInteger(name, text) ?? '-')
  const ROWS: readonly Row<ReaderName>[] = [
    ['Python int', 'python3', python3('int(text)')],
    [
      'Go ParseInt',
      'go',
      go(
        'if number, err := strconv.ParseInt(text, 10, 64); err != nil { fmt.Println("-") } else { fmt.Println(number) }',
        '"strconv"',
      ),
    ],
    ['Python int, base 0', 'python3', python3('int(text, 0)')],
    [
      'Go ParseInt, base 0',
      'go',
      go(
        'if number, err := strconv.ParseInt(text, 0, 64); err != nil { fmt.Println("-") } else { fmt.Println(number) }',
        '"strconv"',
      ),
    ],
    ['Java parseLong', 'java', java('Long.parseLong(text)')],
    // A text without digits is 0 there, and a refusal here.
    ['PHP (int)', 'php', php('preg_match("/^\\s*[+-]?[0-9]/", $text) ? (int) $text : "-"')],
    ['PHP is_numeric', 'php', php('is_numeric($text) ? (int) $text : "-"')],
    ['Ruby to_i', 'ruby', ruby('text.match?(/\\A\\s*[+-]?[0-9]/) ? text.to_i : "-"')],
    ['Ruby Integer', 'ruby', ruby('Integer(text)')],
    ['Perl int', 'perl', perl('$text =~ /^\\s*[+-]?[0-9]/ ? int($text) : "-"')],
    ['JavaScript parseInt', 'node', node('Number.isNaN(parseInt(text)) ? "-" : parseInt(text)')],
  ]
  compared(ROWS, TEXTS, read)

  /** Without a compiler here: strtol is in ISO C, long.Parse and str::parse in their documentation. */
  test.each<[ReaderName, string, number | undefined]>([
    ['C strtol', ' +17x', 17],
    ['C strtol', '1_7', 1],
    ['C strtol, base 0', ' 0x1fg', 31],
    ['C strtol, base 0', '0178', 15],
    ['C strtol, base 0', '0x', 0],
    ['C strtol, base 0', '+12.5', 12],
    ['C strtol, base 0', 'x', undefined],
    ['C# Parse', ' 17\r\n', 17],
    ['C# Parse', '17x', undefined],
    ['Rust parse', '+17', 17],
    ['Rust parse', ' 17', undefined],
  ])('%s of %j', (name, text, number) => {
    expect(readInteger(name, text)).toBe(number)
  })
})

describe('text is percent-encoded as the language does it', () => {
  const TEXTS = [
    Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join(''),
    'caf\u00e9 \u4e2d \ud83d\ude00 e\u0301',
    '\0\n\r\t\x7f',
    'eyJh+/==',
  ]
  const ROWS: readonly Row<EncoderName>[] = [
    ['Python quote', 'python3', python3('urllib.parse.quote(text)')],
    ['Python quote_plus', 'python3', python3('urllib.parse.quote_plus(text)')],
    ['PHP urlencode', 'php', php('urlencode($text)')],
    ['PHP rawurlencode', 'php', php('rawurlencode($text)')],
    ['PHP rawurlencode', 'ruby', ruby('ERB::Util.url_encode(text)')],
    ['Go PathEscape', 'go', go('fmt.Println(url.PathEscape(text))', '"net/url"')],
    ['Python quote_plus', 'go', go('fmt.Println(url.QueryEscape(text))', '"net/url"')],
    ['Java URLEncoder', 'java', java('URLEncoder.encode(text, StandardCharsets.UTF_8)')],
    ['Java URLEncoder', 'ruby', ruby('URI.encode_www_form_component(text)')],
    ['JavaScript encodeURIComponent', 'node', node('encodeURIComponent(text)')],
    ['JavaScript encodeURI', 'node', node('encodeURI(text)')],
  ]
  compared(ROWS, TEXTS, (name, text) => percentEncodedBy(name)(text))

  test('C# UrlEncode keeps what its documentation names', () => {
    expect(percentEncodedBy('C# UrlEncode')("a b~!*()'-_.")).toBe('a+b%7E!*()%27-_.')
  })
})

describe('percent signs are decoded as the language does it, and what is no escape stays', () => {
  const TEXTS = ['a%20b', '100%', '%zz%41', '%E4%B8%AD', '%FF', '%e4%b8', '%252B', '\u4e2d%20', '+']
  const PLUS_STAYS = ['python3', python3('urllib.parse.unquote(text)')] as const
  compared(
    [
      ['bytesDecoded', ...PLUS_STAYS],
      ['bytesDecoded', 'php', php('rawurldecode($text)')],
    ],
    // PHP writes bytes, which need not be UTF-8.
    TEXTS.filter((text) => !/%FF|b8$/.test(text)),
    (_, text) => bytesDecoded(text),
  )
  compared([['bytesDecoded', ...PLUS_STAYS]], TEXTS, (_, text) => bytesDecoded(text))
})

describe('text is turned into lower and upper case as the language does it', () => {
  const TEXTS = [
    'aZ09',
    '\u00c4\u00df\u00e9',
    '\u0130I\u0131i',
    '\u03a3\u0391\u03a3',
    '\u01c4\u01c5',
    '\ufb01\u1e9e',
  ]
  const casing = (name: CasingName, text: string): string =>
    [casingOf(name).lower(text), casingOf(name).upper(text)].join(' ')
  const ROWS: readonly Row<CasingName>[] = [
    ['JavaScript toLowerCase', 'python3', python3('text.lower() + " " + text.upper()')],
    [
      'JavaScript toLowerCase',
      'java',
      java('text.toLowerCase(Locale.ROOT) + " " + text.toUpperCase(Locale.ROOT)'),
    ],
    ['Ruby downcase', 'ruby', ruby('text.downcase + " " + text.upcase')],
    ['Go ToLower', 'go', go('fmt.Println(strings.ToLower(text), strings.ToUpper(text))', '_ "strconv"')],
    ['C tolower', 'php', php('strtolower($text) . " " . strtoupper($text)')],
    ['C tolower', 'perl', perl('lc($text) . " " . uc($text)')],
    [
      'Java toLowerCase, Turkish',
      'java',
      java('text.toLowerCase(new Locale("tr")) + " " + text.toUpperCase(new Locale("tr"))'),
    ],
  ]
  compared(ROWS, TEXTS, casing)
})

describe('text is written in a charset as the language does it', () => {
  const TEXTS = [
    'plain',
    'caf\u00e9',
    '\u20ac 5',
    '\u0100\u0161',
    'a\u{1f600}b',
    '\u4e2d\u6587',
    '\u0080\u009f',
  ]
  const hexOf = (charset: Charset, text: string): string =>
    Buffer.from(encodedIn(charset, text)).toString('hex')
  const ROWS: readonly Row<Charset>[] = [
    [
      'Latin-1, a question mark for each character',
      'python3',
      python3('text.encode("latin-1", "replace").hex()'),
    ],
    [
      'Latin-1, a question mark for each character',
      'java',
      java('hex(text.getBytes(StandardCharsets.ISO_8859_1))'),
    ],
    [
      'Windows-1252, a question mark for each character',
      'java',
      java('hex(text.getBytes(java.nio.charset.Charset.forName("windows-1252")))'),
    ],
    ['Latin-1, others dropped', 'python3', python3('text.encode("latin-1", "ignore").hex()')],
    [
      'ASCII, a question mark for each character',
      'java',
      java('hex(text.getBytes(StandardCharsets.US_ASCII))'),
    ],
    ['ASCII, others dropped', 'python3', python3('text.encode("ascii", "ignore").hex()')],
    ['the low byte of each unit', 'node', node('Buffer.from(text, "latin1").toString("hex")')],
    [
      'the low byte of each character',
      'ruby',
      ruby('text.unpack("U*").map { |one| one & 255 }.pack("C*").unpack1("H*")'),
    ],
    [
      'the low byte of each character',
      'go',
      go(
        'var read []byte; for _, one := range text { read = append(read, byte(one)) }; fmt.Println(hex.EncodeToString(read))',
        '_ "strconv"',
      ),
    ],
  ]
  compared(ROWS, TEXTS, hexOf)
})

describe('text is in an array of the size that the language gives it', () => {
  const TEXTS = ['a', '0123456789', 'é', 'é'.repeat(10), '😀'.repeat(4), '中'.repeat(50), 'a'.repeat(200)]
  const ROWS: readonly Row<ArrayName>[] = [
    ['Java UTF_8.encode(text).array()', 'java', java('StandardCharsets.UTF_8.encode(text).array().length')],
  ]
  compared(ROWS, TEXTS, (name, text) => String(arraySize(name, text, Buffer.byteLength(text))))
})

test('a buffer with a byte for each UTF-16 unit holds what Node writes into it', () => {
  const texts = ['a', 'é', 'aé', 'é中', 'a😀b', '中中中', 'abcdeé😀']
  const one =
    '(() => { const all = Buffer.alloc(text.length); all.write(text); return all.toString("hex") })()'
  const own = texts.map((text) => Buffer.from(written(Buffer.from(text), text.length)).toString('hex'))
  expect(own).toEqual(printedBy('node', node(one), texts))
})

describe('two texts are equal as for PHP', () => {
  const PAIRS = [
    '02|2',
    '02|2.0',
    '2|1e0',
    '10|1e1',
    'abc|ABC',
    '0123|123',
    '0x1A|26',
    ' 7|7 ',
    '7.|7',
    '.5|0.5',
    '1e999|1e998',
  ]
  test('==', ({ skip }) => {
    if (!needsTool('php')) skip()
    const own = PAIRS.map((pair) => pair.split('|')).map(([a, b]) => (isLooselyEqual(a!, b!) ? 'yes' : 'no'))
    const equal = 'explode("|", $text)[0] == explode("|", $text)[1] ? "yes" : "no"'
    expect(own).toEqual(printedBy('php', php(equal), PAIRS))
  })
})

describe('what $ lets stand at the end is as in the language', () => {
  const TEXTS = ['17', '17\n', '17\n\n', '17\r\n', '17\r', '17\nx', '17\u2028', '17\u0085', '17 ']
  test.for([
    ['python3', python3('__import__("re").match(r"[0-9]+$", text) is not None'), 0, 'True'],
    ['php', php('preg_match("/^[0-9]+$/", $text) ? "True" : "no"'), 0, 'True'],
    ['java', java('java.util.regex.Pattern.compile("^[0-9]+$").matcher(text).find()'), 1, 'true'],
    ['ruby', ruby('text.match?(/\\A[0-9]+$/)'), 2, 'true'],
  ] as const)('%s', ([tool, program, end, yes], { skip, expect: assert }) => {
    if (!needsTool(tool)) skip()
    const own = TEXTS.map((text) => /^[0-9]+$/.test(PATTERN_ENDS[end]!(text)))
    assert(own).toEqual(printedBy(tool, program, TEXTS).map((printed) => printed === yes))
  })
})

describe('base64 is read as the language reads it', () => {
  const TEXTS = [
    'eyJh',
    'eyJhIjox',
    'eyJhIj8/Pz8=',
    'eyJhIj8/Pw==',
    'ey+/',
    // The URL-safe alphabet.
    'eyJhIj8_Pz8=',
    'eyJhIj8-Pz8=',
    'ey-_',
    // Too little padding, too much, and some in the middle.
    'eyJhIj8/Pz8',
    'eyJhIj8/Pw',
    'eyJhIj8/Pw=',
    'eyJhIj8/P',
    'eyJhI',
    'eyJhI===',
    '=eyJh',
    'eyJhIjox=',
    'eyJhIjox==',
    'eyJhIjox====',
    'eyJhIj8/Pw===',
    'eyJhIj8/Pw==eyJh',
    'eyJhIj8/Pw==A',
    'eyJh=IjoxAA',
    'eyJhIj8/Pw=\n=',
    'eyJhIj8/Pw\n==',
    // Unused bits.
    'eyJhIj8/Px==',
    'eyJhIj8/Pz9=',
    // White space.
    'eyJh Ijox',
    'eyJh\nIjox',
    'eyJh\r\nIjox',
    'eyJh\tIjox',
    ' eyJhIjox',
    'eyJhIjox ',
    'eyJhIjox\n',

    'eyJhIjox\r\n',
    '\neyJhIjox',
    'eyJhIj8/Pz8= ',
    'e y J h',
    'eyJhIj 8/Pw==',
    'eyJh\vIjox',
    'eyJh\fIjox',
    // Other characters.
    'eyJh*Ijox',
    'eyJh%3DIjox',
    'eyJh\0Ijox',
    'eyJhIjo\u00e9',
    'eyJh\u20acIjox',
  ]
  const hexOf = (name: DecoderName, text: string): string => {
    const read = readBase64(name, text)
    return read === undefined ? '-' : Buffer.from(read, 'base64').toString('hex')
  }
  const ROWS: readonly Row<DecoderName>[] = [
    ['Python b64decode', 'python3', python3('base64.b64decode(text).hex()')],
    ['Python b64decode, strict', 'python3', python3('base64.b64decode(text, validate=True).hex()')],
    ['Python urlsafe_b64decode', 'python3', python3('base64.urlsafe_b64decode(text).hex()')],
    ['PHP base64_decode', 'php', php('bin2hex(base64_decode($text))')],
    [
      'PHP base64_decode, strict',
      'php',
      php('base64_decode($text, true) === false ? "-" : bin2hex(base64_decode($text, true))'),
    ],
    ['Ruby decode64', 'ruby', ruby('text.unpack1("m").unpack1("H*")')],
    ['Ruby strict_decode64', 'ruby', ruby('text.unpack1("m0").unpack1("H*")')],
    [
      'Go StdEncoding.Strict',
      'go',
      go(
        'if read, err := base64.StdEncoding.Strict().DecodeString(text); err != nil { fmt.Println("-") } else { fmt.Println(hex.EncodeToString(read)) }',
        '"encoding/base64"',
      ),
    ],
    ['Perl decode_base64', 'perl', perl('unpack("H*", decode_base64($text))')],
    [
      'Go StdEncoding',
      'go',
      go(
        'if read, err := base64.StdEncoding.DecodeString(text); err != nil { fmt.Println("-") } else { fmt.Println(hex.EncodeToString(read)) }',
        '"encoding/base64"',
      ),
    ],
    [
      'Go StdEncoding, error ignored',
      'go',
      go(
        'read, _ := base64.StdEncoding.DecodeString(text); fmt.Println(hex.EncodeToString(read))',
        '"encoding/base64"',
      ),
    ],
    ['Java getDecoder', 'java', java('hex(Base64.getDecoder().decode(text))')],
    ['Java getMimeDecoder', 'java', java('hex(Base64.getMimeDecoder().decode(text))')],
    ['JavaScript Buffer', 'node', node('Buffer.from(text, "base64").toString("hex")')],
    ['JavaScript atob', 'node', node('Buffer.from(atob(text), "latin1").toString("hex")')],
  ]
  compared(ROWS, TEXTS, hexOf)

  /** No C# is here: its documentation names the white space, and wants the padding. */
  test.each([
    ['eyJh\r\n\t Ijox', '7b2261223a31'],
    ['eyJhIj8/Pw==', '7b2261223f3f3f'],
    ['eyJhIj8/Pw', '-'],
    ['eyJh\fIjox', '-'],
    ['ey-_', '-'],
  ])('C# FromBase64String of %j', (text, hex) => {
    expect(hexOf('C# FromBase64String', text)).toBe(hex)
  })
})

describe('the end of a line is cut off as the language does it', () => {
  const TEXTS = ['s', 's\n', 's\r\n', 's\r', 's\n\n', 's\n\r', '\ns', 's \n', '\n', '']
  const [rubys, perls] = CHOMPS
  const inHex = (text: string): string => Buffer.from(text).toString('hex')

  test.for<[string, string, (text: string) => string]>([
    ['ruby', ruby('text.chomp.unpack1("H*")'), rubys!],
    ['perl', perl('do { chomp(my $line = $text); unpack("H*", $line) }'), perls!],
  ])('chomp of %s', ([tool, program, chomp], { skip, expect: assert }) => {
    if (!needsTool(tool)) skip()
    assert(TEXTS.map((text) => inHex(chomp(text)))).toEqual(printedBy(tool, program, TEXTS))
  })
})
