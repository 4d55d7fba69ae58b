/** The sample adapters, one row for each folder of `runners/adapters`. */
export interface Sample {
  /** Name of its folder, and of its language in `channelproof init`. */
  readonly language: string
  readonly title: string
  /** Other names of the language, as people type them. */
  readonly aliases?: readonly string[]
  /** Languages without a sample of which this one is the nearest: docs/adapters.md. */
  readonly nearestTo?: readonly string[]
  /** Programs that must be installed; their arguments print a version. */
  readonly needs: readonly (readonly [string, ...string[]])[]
  /** The command that runs once in the folder before the first start. */
  readonly build?: readonly [string, ...string[]]
  /** The adapter, started in its folder. */
  readonly command: readonly [string, ...string[]]
  /** The same as a user types it, where the line differs. */
  readonly typed?: string
  /** What a build or a run leaves in the folder: files and, with a slash at the end, folders. */
  readonly ignored?: readonly string[]
  /** Files of the small SDK behind it, which `init` leaves out. */
  readonly sdk: readonly string[]
}

export const SAMPLES: readonly Sample[] = [
  {
    language: 'typescript',
    title: 'TypeScript',
    aliases: ['ts', 'js', 'javascript', 'node'],
    nearestTo: ['dart'],
    needs: [[process.execPath, '--version']],
    // Node 20 runs TypeScript through tsx alone.
    command: [process.execPath, '--import', 'tsx', 'adapter.ts'],
    typed: 'npx tsx adapter.ts',
    sdk: ['client.ts', 'json.ts', 'token.ts', 'verify.ts'],
  },
  {
    language: 'python',
    title: 'Python',
    aliases: ['py'],
    needs: [['python3', '--version']],
    command: ['python3', 'adapter.py'],
    sdk: [
      'channel_client.py',
      'channel_http.py',
      'channel_token.py',
      'channel_token_verify.py',
      'test_vectors.py',
    ],
    ignored: ['__pycache__/'],
  },
  {
    language: 'go',
    title: 'Go',
    aliases: ['golang'],
    needs: [['go', 'version']],
    command: ['go', 'run', '.'],
    sdk: [
      'client.go',
      'clientbody.go',
      'sdk.go',
      'verify.go',
      'vectors.mod',
      'vectors.sum',
      'vectors_test.go',
    ],
  },
  {
    language: 'php',
    title: 'PHP',
    needs: [['php', '--ri', 'curl']],
    command: ['php', 'adapter.php'],
    sdk: ['ChannelToken.php', 'TokenVerifier.php', 'ChannelClient.php'],
  },
  {
    language: 'java',
    title: 'Java',
    needs: [
      ['javac', '-version'],
      ['mvn', '--version'],
    ],
    build: ['mvn', '-q', '-B', 'package'],
    command: ['java', '-jar', 'target/adapter.jar'],
    ignored: ['target/'],
    sdk: [
      'CallFailed',
      'ChannelClient',
      'ChannelToken',
      'InvalidToken',
      'JoinParams',
      'Refused',
      'TokenVerifier',
    ].map((name) => `src/main/java/channelsdk/${name}.java`),
  },
  {
    language: 'csharp',
    title: 'C#',
    aliases: ['c#', 'cs', 'dotnet'],
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    build: ['mcs', '@adapter.rsp'],
    command: ['mono', 'adapter.exe'],
    ignored: ['adapter.exe', 'bin/', 'obj/'],
    sdk: ['ChannelToken.cs', 'TokenVerifier.cs', 'ChannelClient.cs', 'ChannelHttp.cs', 'StrictJson.cs'],
  },
  {
    language: 'ruby',
    title: 'Ruby',
    aliases: ['rb'],
    needs: [['ruby', '--version']],
    command: ['ruby', 'adapter.rb'],
    sdk: ['channel_token.rb', 'token_verifier.rb', 'channel_client.rb'],
  },
  {
    language: 'kotlin',
    title: 'Kotlin',
    aliases: ['kt'],
    nearestTo: ['swift'],
    needs: [
      ['java', '-version'],
      ['mvn', '--version'],
    ],
    build: ['mvn', '-q', '-B', 'package'],
    command: ['java', '-jar', 'target/adapter.jar'],
    ignored: ['target/'],
    sdk: ['Client', 'Token', 'Verify'].map((name) => `src/main/kotlin/channelsdk/${name}.kt`),
  },
  {
    language: 'rust',
    title: 'Rust',
    aliases: ['rs'],
    needs: [['cargo', '--version']],
    build: ['cargo', 'build', '--quiet'],
    command: ['target/debug/adapter'],
    ignored: ['Cargo.lock', 'target/'],
    sdk: ['src/lib.rs', 'src/token.rs', 'src/verify.rs', 'src/client.rs'],
  },
  {
    language: 'cpp',
    title: 'C++',
    aliases: ['c++'],
    nearestTo: ['c', 'objc', 'objective-c'],
    needs: [
      ['make', '--version'],
      // Are the headers there? -M lists them.
      [
        'g++',
        '-M',
        '-x',
        'c++',
        '/dev/null',
        ...['nlohmann/json.hpp', 'openssl/hmac.h', 'curl/curl.h'].flatMap((file) => ['-include', file]),
      ],
    ],
    build: ['make', '-s'],
    command: ['./adapter'],
    ignored: ['adapter', 'build/'],
    sdk: [
      'channel_client.cpp',
      'channel_client.hpp',
      'channel_token.cpp',
      'channel_token.hpp',
      'channel_verify.cpp',
    ],
  },
  {
    language: 'perl',
    title: 'Perl',
    needs: [['perl', '-MCpanel::JSON::XS', '-e', 'print "$Cpanel::JSON::XS::VERSION\\n"']],
    command: ['perl', 'adapter.pl'],
    sdk: ['Channel/Client.pm', 'Channel/Token.pm', 'Channel/Verify.pm'],
  },
  {
    language: 'lua',
    title: 'Lua',
    needs: [['lua5.4', ...['dkjson', 'socket', 'openssl', 'lpeg'].flatMap((name) => ['-l', name]), '-v']],
    command: ['lua5.4', 'adapter.lua'],
    sdk: ['channel/client.lua', 'channel/strict.lua', 'channel/token.lua', 'channel/verify.lua'],
  },
]
