/** The command line: every command with its flags. */
// Each file costs time at every start: modules that only some commands need are loaded there.
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { withSettings } from './live/settings.ts'
import { EXIT } from '../src/report/exit.ts'
import { COUNTS } from './generated/pace.ts'
import {
  collect,
  FORMATS_HELP,
  givenOptions,
  inOneStyle,
  JOBS_HELP,
  LANES_HELP,
  withAdapter,
  withGate,
  withGenerated,
  withLabel,
  withRun,
} from './terminal/options.ts'

type Action = Parameters<Command['action']>[0]
/** The exit code is what a command resolves with. */
const ends =
  (work: (...given: Parameters<Action>) => Promise<number | void>): Action =>
  async (...given) => {
    process.exitCode = (await work(...given)) ?? EXIT.conforms
  }

export const program = new Command('channelproof')
  .description('Conformance suite of the Real-Time Channel Service.')
  .version(manifest.version, '-v, --version')
  .exitOverride()

withAdapter(withGenerated(withRun(program.command('sdk')), COUNTS.adapter))
  .description(
    "check an SDK's token code and HTTP client through its adapter (default: the bundled reference adapter)",
  )
  .argument('[command...]', 'the adapter: everything after --')
  .option('--connect <url>', 'a device that listens instead of a command: tcp://host:port')
  .option('--listen <url>', 'a device that calls in instead: tcp://127.0.0.1:port or ws://127.0.0.1:port')
  .option('--allow-network', 'other machines may reach what listens: --listen and the service of client.call')
  .option('--jobs <n>', JOBS_HELP)
  .option(
    '--soak <seconds>',
    'then go on for so long: thousands of calls, pauses, bursts, other time zones and locales',
  )
  .option(
    '--clock <time>',
    'what the clock of the adapter shows at its start: UTC, such as 2038-01-19T03:14:05Z; needs libfaketime',
  )
  .option('--config <file>', 'settings, in their member sdk (default: channelproof.yaml, if there is one)')
  .option('--trace', 'show requests and answers of client.call on stderr, without secrets', false)
  .addHelpText('after', '\nExample: npx channelproof sdk -- python3 runners/adapters/python/adapter.py')
  .action(
    ends(async (words, flags, all) =>
      (await import('./commands/sdk.ts')).sdk(words, flags, givenOptions(all)),
    ),
  )

withAdapter(program.command('fuzz'))
  .description("ask an SDK's adapter generated questions until it is ended; Ctrl+C prints what was found")
  .argument('[command...]', 'the adapter: everything after --')
  .option('--for <seconds>', 'end after so many seconds')
  .option('--questions <n>', 'end after so many questions')
  .option('--seed <seed>', 'where the questions begin: a number, or random')
  .option('--shard <i/n>', 'search one of n parts of the questions of a seed; give it, and others the rest')
  .option('--keep <file>', 'add what was found to this file, in its smallest form')
  .option('--level <level>', 'what counts as a failure: required or recommended', 'required')
  .option('--timeout <ms>', 'for each question', '5000')
  .option('--jobs <n>', LANES_HELP)
  .addHelpText('after', '\nExample: npx channelproof fuzz --for 60 --keep found.yaml -- python3 adapter.py')
  .action(ends(async (command, flags) => (await import('./commands/fuzz.ts')).fuzz(command, flags)))

withSettings(
  withGenerated(withRun(program.command('live')), COUNTS.endpoint)
    .description('check an endpoint (default: the embedded service on a loopback port)')
    .option('--config <file>', 'settings (default: channelproof.yaml, if there is one)'),
)
  .option('--profile <name>', 'smoke: a few vectors, at most 60 requests, 30 s and one push at a time')
  .option('--explore <seconds>', 'then go on so long with sequences of requests and questions of other seeds')
  .option('--dry-run', 'print the plan, send nothing')
  .action(ends(async (_, command) => (await import('./commands/live.ts')).live(command)))

program
  .command('self-check')
  .description('prove the vectors: every one against every fault of the catalogue; takes some minutes')
  .option('--report <format[=file]>', 'text, json or html; repeatable', collect, [])
  .option('--sample <n>', 'ask each client and service one of n questions, and the next one others', '1')
  .action(ends(async (flags) => (await import('./commands/selfCheck.ts')).selfCheck(flags)))

program
  .command('serve')
  .description('start the embedded reference service; credentials come from the environment')
  .option('--port <n>', '0: any free port', '0')
  .option('--host <address>', 'where it listens', '127.0.0.1')
  .option('--open <channel>', 'a channel that is open from the start; repeatable', collect, [])
  .option('--scheme <word>', 'the word before the signature in the Authorization header', 'SvcSign')
  .option('--capture', "judge requests of a program without adapter; it uses this server's base URL", false)
  .option('--for <seconds>', 'capture: ends after so long')
  .option('--until-idle <seconds>', 'capture: ends after so long without a request')
  .option('--expect <operations>', 'capture: operations that must have been seen, with commas', '')
  .option('--report <format[=file]>', `capture: ${FORMATS_HELP}`, collect, [])
  .option('--level <level>', 'capture: what gates, required or recommended', 'required')
  .option('--baseline <file>', 'capture: known failures, which do not gate')
  .option('--update-baseline', 'capture: write them as they are now, keeping reasons')
  .option('--quiet', 'capture: print the verdict only', false)
  .action(ends(async (flags) => (await import('./commands/serve.ts')).serveUntilEnded(flags)))

withLabel(withGate(program.command('merge')))
  .description('put the JSON reports of all shards of a run together; the gate is decided on the whole')
  .argument('<reports...>', 'what each shard wrote with --report json=FILE; with --keep, what each kept')
  .option('--keep <file>', 'put files together that --keep of other runs wrote, each question once')
  .option('--report <format[=file]>', FORMATS_HELP, collect, [])
  .option('--require <method>', 'a method that must be judged; repeatable', collect, [])
  .option('--min-cases <n>', 'fail unless at least n vectors were judged', '0')
  .option('--vectors <file>', 'as in the runs of the shards; repeatable', collect, [])
  .option('--quiet', 'print the verdict only', false)
  .action(ends(async (files, flags) => (await import('./commands/merge.ts')).merge(files, flags)))

program
  .command('questions')
  .description('write the questions of sdk as lines, for a program that answers them in its own time')
  .option('--out <file>', 'absent: to standard output')
  .option('--seed <seed>', 'of the generated questions: a number, or random')
  .option('--generated <n>', `so many generated questions; 0 is none (default: ${COUNTS.adapter})`)
  .option('--filter <glob>', 'only vectors whose id fits; repeatable', collect, [])
  .option('--description <file>', 'the result of describe, if it names a clock of its own, always or limits')
  .addHelpText('after', '\nExample: npx channelproof questions | python3 adapter.py > answers.ndjson')
  .action(ends(async (flags) => (await import('./commands/questions.ts')).questions(flags)))

withLabel(withGate(program.command('judge')))
  .description('judge the answers to the lines of "questions", with the verdict of sdk')
  .argument('<answers>', 'the answers, one line each; - for standard input')
  .option('--report <format[=file]>', FORMATS_HELP, collect, [])
  .option('--level <level>', 'what gates: required or recommended', 'required')
  .option('--require <method>', 'a method that must be judged; repeatable', collect, [])
  .option('--min-cases <n>', 'fewer passed and failed vectors are too few', '0')
  .option('--quiet', 'print the verdict only', false)
  .action(ends(async (file, flags) => (await import('./commands/judge.ts')).judgeAnswers(file, flags)))

program
  .command('compare')
  .description('put reports side by side: rules by subjects')
  .argument('<report...>', 'files that --report json=FILE wrote')
  .option('--report <format[=file]>', 'text, html, markdown or json; repeatable', collect, [])
  .option('--counts', 'show vector counts per rule', false)
  .addHelpText(
    'after',
    '\nIt is no gate: the exit code is 0 if the reports could be put side by side, whatever they say; 2 for wrong input.',
  )
  .action(ends(async (files, flags) => (await import('./commands/compare.ts')).compareReports(files, flags)))

program
  .command('diff')
  .description('say what changed from one report to the next: regressions, repairs, other answers')
  .argument('<old>', 'what --report json=FILE wrote before; - for standard input')
  .argument('<new>', 'the same of the newer run, or of another endpoint')
  .option('--report <format[=file]>', 'text, markdown or json; repeatable', collect, [])
  .option('--level <level>', 'what gates: required or recommended (default: the level of the new report)')
  .option('--quiet', 'print the result only', false)
  .addHelpText(
    'after',
    '\nExit code 1: a vector gates now, and did not before; 4: not all could be compared; else 0.\nExample: channelproof diff main.json branch.json',
  )
  .action(ends(async (old, own, flags) => (await import('./commands/diff.ts')).diff(old, own, flags)))

program
  .command('site')
  .description('write static pages of many reports: subjects, versions, trends, and who passes each rule')
  .argument('<reports...>', 'folders of what --report json=FILE wrote, or such files')
  .requiredOption('--out <folder>', 'where the pages are written; pages of an earlier run are replaced')
  .option('--max-age <days>', 'reports that are older, such as 30d, are stale; their badges are grey')
  .option(
    '--across <label>',
    'a label that changes from run to run, such as commit: it makes no subject of its own; repeatable',
    collect,
    [],
  )
  .option('--title <text>', 'heading of the first page', 'Conformance to the Real-Time Channel Service')
  .option('--now <date>', 'the day, or the second of UTC, for which --max-age is reckoned (default: now)')
  .addHelpText(
    'after',
    '\nIt is no gate: the exit code is 0, whatever the reports say; 2 if one of them could not be read, and then the pages lack it.\nExample: channelproof site reports --out public --max-age 30d',
  )
  .action(ends(async (places, flags) => (await import('./commands/site.ts')).site(places, flags)))

program
  .command('init')
  .description('write an adapter for your SDK, with the calls to fill in')
  .argument('[language]', 'its language; without it, the languages are listed')
  .argument('[folder]', 'where to write it', 'channelproof')
  .option('--ci <system>', 'the workflow of a release gate as well: github or gitlab')
  .action(ends(async (name, folder, flags) => (await import('./commands/init.ts')).init(name, folder, flags)))

withAdapter(program.command('doctor'))
  .description('check an adapter itself, before any suite: what is wrong with it, and how to repair it')
  .argument('<command...>', 'the adapter: everything after --')
  .option('--timeout <ms>', 'for each question', '5000')
  .option('--json', 'print data: schemas/doctor.schema.json')
  .addHelpText('after', '\nExample: npx channelproof doctor -- python3 adapter.py')
  .action(ends(async (command, flags) => (await import('./commands/doctor.ts')).doctor(command, flags)))

program
  .command('list')
  .description('list families, vectors, faults or requirements')
  .argument('[what]', 'families, vectors, faults or requirements', 'families')
  .option('--filter <glob>', 'only ids that fit; repeatable', collect, [])
  .option('--json', 'print data: schemas/list.schema.json')
  .action(ends(async (what, flags) => (await import('./commands/list.ts')).list(what, flags)))

program
  .command('vectors')
  .description('copy vectors into a project of your own, as JSON or YAML, with an index of their digests')
  .requiredOption('--copy <folder>', 'where they are written; older copies are replaced')
  .option('--family <glob>', 'only families whose name fits; repeatable', collect, [])
  .option('--format <format>', 'json or yaml', 'json')
  .addHelpText('after', "\nExample: npx channelproof vectors --copy test/vectors --family 'token/*'")
  .action(ends(async (flags) => (await import('./commands/vectors.ts')).vectorsCommand(flags)))

program
  .command('explain')
  .description('show a vector (question, every intermediate value, rule, twin), a rule, a fault or a code')
  .argument('<id>', 'id of a vector, requirement or fault; an error code; the code of a finding')
  .option('--json', 'print data: schemas/explanation.schema.json')
  .action(ends(async (id, flags) => (await import('./commands/explain.ts')).explain(id, flags)))

program
  .command('diagnose')
  .description('say what is wrong with one answer of an SDK')
  .requiredOption('--question <file>', 'JSON: method and params, or a vector; - for standard input')
  .requiredOption('--answer <file>', 'JSON: the result, or a line of the adapter protocol')
  .option('--json', 'print data: schemas/diagnosis.schema.json')
  .action(ends(async (flags) => (await import('./commands/diagnose.ts')).diagnoseFiles(flags)))

program
  .command('inspect')
  .description('say what is wrong with a token; the app secret comes from CHANNELPROOF_APP_SECRET')
  .argument('[token]', 'the token or a text that holds it, or - to read it from standard input')
  .option('--now <seconds>', 'verify at this Unix time instead of now')
  .option('--app-id <id>', 'the appId that is due (default: CHANNELPROOF_APP_ID, else none)')
  .option('--channel <id>', 'the channelId that the client joins with')
  .option('--user <id>', 'the userId that the client joins with')
  .option('--fix', 'print the right token as well')
  .option('--json', 'print data: schemas/inspection.schema.json')
  .option('--page <file>', 'write a page that does the same in a browser, offline; needs no token')
  .action(ends(async (token, flags) => (await import('./commands/inspect.ts')).inspect(token, flags)))

program
  .command('validate')
  .description('check a request body, in JSON or YAML')
  .argument('<file>', 'the body, or - to read JSON from standard input')
  .requiredOption('--body <kind>', 'auth-token, streaming-start, streaming-update or streaming-stop')
  .option('--level <level>', 'what makes a body wrong: required or recommended', 'required')
  .option('--json', 'print data: schemas/validation.schema.json')
  .action(ends(async (file, flags) => (await import('./commands/validate.ts')).validate(file, flags)))

program
  .command('completion')
  .description('print what makes a shell complete commands and options: bash, zsh or fish')
  .argument('<shell>', 'bash, zsh or fish')
  .action(ends(async (shell) => (await import('./commands/completion.ts')).completion(shell, program)))

inOneStyle(program)
