import type { Command } from 'commander'
import { usageError } from './cli-error.ts'
import { cleanText } from './print.ts'
import { suggest } from './suggest.ts'

/** A command as a shell sees it: the words that lead to it, and those that may follow. */
type Place = { path: string[]; words: string[]; flags: string[] }

const SHELLS = { bash: writeBash, zsh: writeZsh, fish: writeFish }

/** A script for a shell, made from the commands themselves. */
export function writeCompletion(shell: string, program: Command): string {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell as keyof typeof SHELLS] : undefined
  if (write) return write(listPlaces(program))
  const names = Object.keys(SHELLS)
  throw usageError(
    `No completion for ${cleanText(shell)}.${suggest(shell, names)} There are ${names.join(', ')}.`,
  )
}

function listPlaces(command: Command, path: string[] = []): Place[] {
  const words = command.commands.map((each) => each.name())
  const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
  return [
    { path, words, flags: [...flags, '--help'] },
    ...command.commands.flatMap((each) => listPlaces(each, [...path, each.name()])),
  ]
}

/** Where no word of ours fits, files do. */
function writeBash(places: readonly Place[]): string {
  return `# songreel completion for bash. In ~/.bashrc: source <(songreel completion bash)
_songreel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" word words flags
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${writeCases(places, (words, flags) => `words="${words}" flags="${flags}"`)}
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o bashdefault -o default -F _songreel songreel
`
}

function writeZsh(places: readonly Place[]): string {
  return `#compdef songreel
# songreel completion for zsh. In ~/.zshrc, after compinit: source <(songreel completion zsh)
_songreel() {
  local place="" word
  local -a all flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
${writeCases(places, (words, flags) => `all=(${words}) flags=(${flags})`)}
  if [[ "$words[CURRENT]" == -* ]]; then
    compadd -- $flags
  elif (( $#all )); then
    compadd -- $all
  else
    _files
  fi
}
compdef _songreel songreel
`
}

function writeFish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, flags }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
    const next = words.length > 0 ? [`not __fish_seen_subcommand_from ${words.join(' ')}`] : []
    const when = (conditions: string[]) => (conditions.length > 0 ? ` -n '${conditions.join('; and ')}'` : '')
    return [
      ...(words.length > 0
        ? [`complete -c songreel -f${when([...seen, ...next])} -a '${words.join(' ')}'`]
        : []),
      ...flags.map((flag) => `complete -c songreel${when([...seen, ...next])} -l ${flag.slice(2)}`),
    ]
  })
  return `# songreel completion for fish. songreel completion fish > ~/.config/fish/completions/songreel.fish
${lines.join('\n')}
`
}

/** What bash and zsh have in common: finds the place by the words so far, then sets what may follow there. */
function writeCases(places: readonly Place[], set: (words: string, flags: string) => string): string {
  const steps = places.filter(({ path }) => path.length > 0).map(({ path }) => join(path))
  return [
    '    case "$place $word" in',
    ...steps.map((step) => `      "${step}") place="${step}" ;;`),
    '    esac',
    '  done',
    '  case "$place" in',
    ...places.map(
      ({ path, words, flags }) => `    "${join(path)}") ${set(words.join(' '), flags.join(' '))} ;;`,
    ),
    '  esac',
  ].join('\n')
}

/** A place as the scripts write it: a space before each word. */
function join(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('')
}
