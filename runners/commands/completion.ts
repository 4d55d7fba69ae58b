import type { Command, Option } from 'commander'
import { BODY_KINDS } from '../../src/model/index.ts'
import { isKeyOf } from '../../src/tables.ts'
import { FORMATS } from '../report/write.ts'
import { print } from '../terminal/console.ts'
import { wrongValue } from '../terminal/options.ts'

interface Completed {
  readonly name: string
  readonly about: string
  readonly options: readonly { readonly flag: string; readonly about: string }[]
  readonly words: readonly string[]
}

const WORDS_OF_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  list: ['families', 'vectors', 'faults', 'requirements'],
  completion: ['bash', 'zsh', 'fish'],
}

const VALUES_OF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--level': ['required', 'recommended'],
  '--report': Object.keys(FORMATS),
  '--body': BODY_KINDS,
  '--profile': ['smoke'],
  '--ci': ['github', 'gitlab'],
}

const SHELLS = { bash, zsh, fish }

/**
 * `channelproof completion bash|zsh|fish`: what makes the shell complete commands, options and their values.
 * @throws ChannelproofError `wrong-option` for another shell
 */
export async function completion(shell: string, program: Command): Promise<void> {
  if (!isKeyOf(SHELLS, shell)) throw wrongValue('shell', shell, `use ${Object.keys(SHELLS).join(', ')}`)
  await print(SHELLS[shell](program.commands.map(completed)))
}

const completed = (command: Command): Completed => ({
  name: command.name(),
  about: command.description(),
  options: command.options.map((option: Option) => ({ flag: option.long!, about: option.description })),
  words: WORDS_OF_COMMANDS[command.name()] ?? [],
})

const wordsOf = ({ options, words }: Completed): string =>
  [...words, ...options.map(({ flag }) => flag)].join(' ')

const namesOf = (commands: readonly Completed[]): string => commands.map(({ name }) => name).join(' ')

/** Without a match the shell completes files: arguments behind -- are the user's own command. */
function bash(commands: readonly Completed[]): string {
  return `# bash: eval "$(channelproof completion bash)"
_channelproof() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do if [ "$word" = -- ]; then return; fi; done
  if [ "$COMP_CWORD" = 1 ]; then words='${namesOf(commands)}'
  else case $before in
${Object.entries(VALUES_OF_OPTIONS)
  .map(([flag, values]) => `    ${flag}) words='${values.join(' ')}' ;;`)
  .join('\n')}
    *) case \${COMP_WORDS[1]} in
${commands.map((one) => `      ${one.name}) words='${wordsOf(one)}' ;;`).join('\n')}
    esac ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _channelproof channelproof
`
}

function zsh(commands: readonly Completed[]): string {
  return `# zsh, after compinit: eval "$(channelproof completion zsh)"
_channelproof() {
  if (( \${words[1,CURRENT-1][(I)--]} )); then _files; return; fi
  if (( CURRENT == 2 )); then compadd -- ${namesOf(commands)}; return; fi
  case $words[CURRENT-1] in
${Object.entries(VALUES_OF_OPTIONS)
  .map(([flag, values]) => `    ${flag}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case $words[2] in
${commands.map((one) => `    ${one.name}) compadd -- ${wordsOf(one)} ;;`).join('\n')}
  esac
  _files
}
compdef _channelproof channelproof
`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, about, options, words }) => {
    const within = `complete -c channelproof -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c channelproof -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
      ...words.map((word) => `${within} -f -a ${word}`),
      ...options.map(
        ({ flag, about: does }) => `${within} -l ${flag.slice(2)} -d ${quoted(does)}${valuesIn(flag)}`,
      ),
    ]
  })
  return `# fish: channelproof completion fish | source\n${lines.join('\n')}\n`
}

const valuesIn = (flag: string): string =>
  Object.hasOwn(VALUES_OF_OPTIONS, flag) ? ` -x -a ${quoted(VALUES_OF_OPTIONS[flag]!.join(' '))}` : ''

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
