#!/usr/bin/env node
// Each file that is read costs time at every start: what is not always needed is loaded where it is.
import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { SETTING_ROWS } from './live/settings.ts'
import { watchBugs } from './terminal/bugs.ts'
import { watchOutputs } from './terminal/outputs.ts'

watchOutputs(process)
watchBugs()

const collect = (value: string, previous: readonly string[]): string[] => [...previous, value]

const program = new Command('channelproof')
  .description('Conformance suite of the Real-Time Channel Service.')
  .version(manifest.version)
  .exitOverride()
  .showHelpAfterError('("channelproof --help" shows how it is used)')

const FORMATS_HELP = 'text, json, ndjson, junit, markdown, github or html; repeatable'

/** The flags of baseline and lock. */
const withGate = (command: Command): Command =>
  command
    .option('--baseline <file>', 'known failures, which do not gate')
    .option('--update-baseline', 'write them as they are now, keeping reasons')
    .option('--lock <file>', 'vectors that gate; new and changed ones are shown')
    .option('--update-lock', 'write it: all vectors of this suite gate')

/** The flags that every run has. */
const runCommand = (name: string): Command =>
  withGate(program.command(name))
    .option('--report <format[=file]>', FORMATS_HELP, collect, [])
    .option('--filter <glob>', 'only vectors whose id fits, such as "token/issue/*"; repeatable', collect, [])
    .option('--level <level>', 'what gates: required or recommended', 'required')
    .option('--require <method>', 'a method that must be judged; repeatable', collect, [])
    .option('--timeout <ms>', 'for each question', '5000')
    .option('--min-cases <n>', 'fewer passed and failed vectors are too few', '0')
    .option('--shard <i/n>', 'judge the i-th of n parts; "merge" decides over all of them')
    .option('--bail', 'stop after the first failure that gates', false)
    .option('--quiet', 'print the verdict only', false)

/** The flags of the questions that are made in the run. */
const withGenerated = (command: Command, questions: number): Command =>
  command
    .option(
      '--generated <n>',
      `so many generated questions; 0 is none (default: ${questions}, or as the lock says)`,
    )
    .option('--seed <seed>', 'of the generated questions: a number, or random')
    .option('--keep <file>', 'add failures of generated questions to this file')
    .option('--vectors <file>', 'ask what --keep wrote there as well, first; repeatable', collect, [])

withGenerated(runCommand('sdk'), 600)
  .description(
    "check an SDK's token code and HTTP client through its adapter (default: the bundled reference adapter)",
  )
  .argument('[command...]', 'the adapter: everything after --')
  .option('--start-timeout <ms>', 'until the adapter describes itself', '30000')
  .option('--tz <zone>', 'time zone of the adapter', 'Asia/Kathmandu')
  .option('--pass-env <name>', 'a CHANNELPROOF_ variable that the adapter gets too; repeatable', collect, [])
  .option(
    '--authorization <source>',
    'what client.call is given: stand-in, env, command:<file> or module:<file>',
    'stand-in',
  )
  .option('--scheme <word>', 'word before the signature in the Authorization header', 'SvcSign')
  .option('--trace', 'show requests and answers of client.call on stderr, without secrets', false)
  .addHelpText('after', '\nExample: channelproof sdk -- python3 runners/adapters/python/adapter.py')
  .action(async (command, flags) => {
    const { sdk } = await import('./commands/sdk.ts')
    process.exitCode = await sdk(command, flags)
  })

program
  .command('fuzz')
  .description("ask an SDK's adapter generated questions until it is ended; Ctrl+C prints what was found")
  .argument('[command...]', 'the adapter: everything after --')
  .option('--for <seconds>', 'end after so many seconds')
  .option('--questions <n>', 'end after so many questions')
  .option('--seed <seed>', 'where the questions begin: a number, or random')
  .option('--keep <file>', 'add what was found to this file, in its smallest form')
  .option('--level <level>', 'what counts as a failure: required or recommended', 'required')
  .option('--timeout <ms>', 'for each question', '5000')
  .option('--start-timeout <ms>', 'until the adapter describes itself', '30000')
  .option('--tz <zone>', 'time zone of the adapter', 'Asia/Kathmandu')
  .option('--pass-env <name>', 'a CHANNELPROOF_ variable that the adapter gets too; repeatable', collect, [])
  .option('--authorization <source>', 'what client.call is given, as for sdk', 'stand-in')
  .option('--scheme <word>', 'word before the signature in the Authorization header', 'SvcSign')
  .addHelpText('after', '\nExample: channelproof fuzz --for 60 --keep found.yaml -- python3 adapter.py')
  .action(async (command, flags) => {
    const [{ fuzz }, { DEFAULT_FLAGS }] = await Promise.all([
      import('./commands/fuzz.ts'),
      import('./commands/runFlags.ts'),
    ])
    process.exitCode = await fuzz(command, { ...DEFAULT_FLAGS, trace: false, ...flags })
  })

const liveCommand = withGenerated(runCommand('live'), 50)
  .description('check an endpoint (default: the embedded service on a loopback port)')
  .option('--config <file>', 'settings (default: channelproof.yaml, if there is one)')
for (const [, { flag, help }] of SETTING_ROWS) if (flag !== undefined) liveCommand.option(flag, help)
liveCommand.option('--dry-run', 'print the plan, send nothing').action(async (flags) => {
  const { live } = await import('./commands/live.ts')
  process.exitCode = await live(flags)
})

program
  .command('self-check')
  .description('prove the vectors: every one against every fault of the catalogue; takes some minutes')
  .option('--report <format[=file]>', 'text, json or html; repeatable', collect, [])
  .action(async (flags) => {
    const { selfCheck } = await import('./commands/selfCheck.ts')
    process.exitCode = await selfCheck(flags)
  })

program
  .command('serve')
  .description('start the embedded reference service; credentials come from the environment')
  .option('--port <n>', '0: any free port', '0')
  .option('--host <address>', 'where it listens', '127.0.0.1')
  .option('--open <channel>', 'a channel that is open from the start; repeatable', collect, [])
  .option('--scheme <word>', 'the word before the signature in the Authorization header', 'SvcSign')
  .option(
    '--capture',
    "judge the requests of a program that has no adapter; it uses this server's base URL",
    false,
  )
  .option('--for <seconds>', 'capture: ends after so long')
  .option('--until-idle <seconds>', 'capture: ends after so long without a request')
  .option('--expect <operations>', 'capture: operations that must have been seen, with commas', '')
  .option('--report <format[=file]>', `capture: ${FORMATS_HELP}`, collect, [])
  .option('--level <level>', 'capture: what gates, required or recommended', 'required')
  .option('--baseline <file>', 'capture: known failures, which do not gate')
  .option('--update-baseline', 'capture: write them as they are now, keeping reasons')
  .option('--quiet', 'capture: print the verdict only', false)
  .action(async (flags) => {
    const { serve } = await import('./commands/serve.ts')
    process.exitCode = await serve(flags)
  })

withGate(program.command('merge'))
  .description('put the JSON reports of all shards of a run together; the gate is decided on the whole')
  .argument('<reports...>', 'what each shard wrote with --report json=FILE')
  .option('--report <format[=file]>', FORMATS_HELP, collect, [])
  .option('--require <method>', 'a method that must be judged; repeatable', collect, [])
  .option('--min-cases <n>', 'fewer passed and failed vectors are too few', '0')
  .option('--vectors <file>', 'as in the runs of the shards; repeatable', collect, [])
  .option('--quiet', 'print the verdict only', false)
  .action(async (files, flags) => {
    const { merge } = await import('./commands/merge.ts')
    process.exitCode = await merge(files, flags)
  })

program
  .command('compare')
  .description('put reports side by side: rules by subjects')
  .argument('<report...>', 'files that --report json=FILE wrote')
  .option('--report <format[=file]>', 'text, html, markdown or json; repeatable', collect, [])
  .option('--counts', 'how many vectors of each rule came to what', false)
  .addHelpText(
    'after',
    '\nIt is no gate: the exit code is 0 if the reports could be put side by side, whatever they say; 2 for wrong input.',
  )
  .action(async (files, flags) => {
    const { compareReports } = await import('./commands/compare.ts')
    process.exitCode = await compareReports(files, flags)
  })

program
  .command('list')
  .description('list families, vectors or requirements')
  .argument('[what]', 'families, vectors or requirements', 'families')
  .option('--filter <glob>', 'only ids that fit; repeatable', collect, [])
  .action(async (what, flags) => {
    const { list } = await import('./commands/list.ts')
    await list(what, flags.filter)
  })

program
  .command('explain')
  .description('show a vector: question, every intermediate value, the rule in words, its twin')
  .argument('<id>', 'id of a vector or a requirement')
  .action(async (id) => {
    const { explain } = await import('./commands/explain.ts')
    await explain(id)
  })

program
  .command('diagnose')
  .description('say what is wrong with one answer of an SDK')
  .requiredOption('--question <file>', 'JSON: method and params, or a vector; - for standard input')
  .requiredOption('--answer <file>', 'JSON: the result, or a line of the adapter protocol')
  .action(async (flags) => {
    const { diagnose } = await import('./commands/diagnose.ts')
    process.exitCode = await diagnose(flags)
  })

program
  .command('inspect')
  .description('take a token apart; the app secret comes from CHANNELPROOF_APP_SECRET')
  .argument('<token>', 'the token, or - to read it from standard input')
  .option('--now <seconds>', 'verify at this Unix time instead of now')
  .action(async (token, flags) => {
    const { inspect } = await import('./commands/inspect.ts')
    process.exitCode = await inspect(token, flags.now)
  })

program
  .command('validate')
  .description('check a request body, in JSON or YAML')
  .argument('<file>', 'the body, or - to read JSON from standard input')
  .requiredOption('--body <kind>', 'auth-token, streaming-start, streaming-update or streaming-stop')
  .option('--level <level>', 'what makes a body wrong: required or recommended', 'required')
  .action(async (file, flags) => {
    const { validate } = await import('./commands/validate.ts')
    process.exitCode = await validate(file, flags)
  })

try {
  if (process.platform === 'win32') throw (await import('./terminal/errors.ts')).onWindows()
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError))
    process.exitCode = (await import('./terminal/errors.ts')).exitFor(error)
  // commander has told what was wrong with the options; --help and --version are no mistakes.
  else if (error.exitCode !== 0) process.exitCode = (await import('../src/report/exit.ts')).EXIT.usage
}
