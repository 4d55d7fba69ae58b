/** One mistake in the SDK of each sample, typical of its language. */
export interface Mistake {
  /** Its row in `runners/init/samples.ts`. */
  readonly language: string
  readonly title: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The vectors that are asked. */
  readonly filter: 'token/**' | 'client/request/**'
  /** The fault that the report has to name. */
  readonly fault: string
}

export const MISTAKES: readonly Mistake[] = [
  {
    language: 'typescript',
    title: 'a Buffer of another encoding',
    file: 'token.ts',
    from: 'standardBase64(Buffer.from(joinParamsJson))',
    to: "standardBase64(Buffer.from(joinParamsJson, 'latin1'))",
    filter: 'token/**',
    fault: 'params-latin1',
  },
  {
    language: 'python',
    title: 'encodebytes breaks lines',
    file: 'channel_token.py',
    from: 'base64.b64encode(',
    to: 'base64.encodebytes(',
    filter: 'token/**',
    fault: 'b64-wrapped-76',
  },
  {
    language: 'go',
    title: 'the encoding is that of URLs',
    file: 'sdk.go',
    from: 'base64.StdEncoding.EncodeToString([]byte(joinParamsJSON))',
    to: 'base64.URLEncoding.EncodeToString([]byte(joinParamsJSON))',
    filter: 'token/**',
    fault: 'b64-urlsafe',
  },
  {
    language: 'php',
    title: 'hash_hmac returns hexadecimal text where its last argument is missing',
    file: 'ChannelToken.php',
    from: '$appSecret, true)',
    to: '$appSecret)',
    filter: 'token/**',
    fault: 'b64-of-hex',
  },
  {
    language: 'java',
    title: 'a String in another charset than UTF-8',
    file: 'src/main/java/channelsdk/ChannelToken.java',
    from: 'joinParamsJson.getBytes(UTF_8)',
    to: 'joinParamsJson.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)',
    filter: 'token/**',
    fault: 'params-latin1',
  },
  {
    language: 'csharp',
    title: 'a secret in ASCII, which has a question mark for everything else',
    file: 'ChannelToken.cs',
    from: 'HMACSHA256(Utf8.GetBytes',
    to: 'HMACSHA256(Encoding.ASCII.GetBytes',
    filter: 'token/**',
    fault: 'key-platform-charset',
  },
  {
    language: 'ruby',
    title: 'pack wraps lines where the 0 is missing',
    file: 'channel_token.rb',
    from: 'pack("m0")',
    to: 'pack("m")',
    filter: 'token/**',
    fault: 'b64-wrapped-60',
  },
  {
    language: 'kotlin',
    title: 'a UUID as text has dashes',
    file: 'src/main/kotlin/channelsdk/Client.kt',
    from: 'HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))',
    to: 'java.util.UUID.randomUUID().toString()',
    filter: 'client/request/**',
    fault: 'tracking-id-dashed',
  },
  {
    language: 'rust',
    title: 'the bytes of a MAC are formatted as hexadecimal text, as the examples of its crate do',
    file: 'src/token.rs',
    from: 'STANDARD.encode(mac(&message, app_secret)?.finalize().into_bytes())',
    to: 'format!("{:x}", mac(&message, app_secret)?.finalize().into_bytes())',
    filter: 'token/**',
    fault: 'signature-hex',
  },
  {
    language: 'cpp',
    title: 'a key is taken for a C string, which ends at its first zero byte',
    file: 'channel_token.cpp',
    from: 'static_cast<int>(appSecret.size())',
    to: 'static_cast<int>(std::char_traits<char>::length(appSecret.c_str()))',
    filter: 'token/**',
    fault: 'key-cut-at-nul',
  },
  {
    language: 'perl',
    title: 'encode_json has made bytes, which are then encoded once more',
    file: 'Channel/Token.pm',
    from: 'encode_params( $json->encode($join_params) )',
    to: 'encode_params( encode_json($join_params) )',
    filter: 'token/**',
    fault: 'params-utf8-twice',
  },
  {
    language: 'lua',
    title: 'a division has made a float of the timestamp',
    file: 'channel/token.lua',
    from: 'string.format("%d", timestamp)',
    to: 'tostring(timestamp * 1000 / 1000)',
    filter: 'token/**',
    fault: 'timestamp-fraction',
  },
]
