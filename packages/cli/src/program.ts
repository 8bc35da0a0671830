import { Command, type CommanderError } from 'commander'
import { usageError } from './cli-error.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addLicencesCommand } from './commands/licences.ts'
import { addPreviewCommand } from './commands/preview.ts'
import { addRenderCommand } from './commands/render.ts'
import { addServeCommand } from './commands/serve.ts'
import { addTemplatesCommand } from './commands/templates.ts'
import { addTokenCommand } from './commands/token.ts'
import { EXAMPLES, HELP } from './help.ts'
import { suggest } from './nearest.ts'
import { VERSION } from './version.ts'

/** The commands as the command line sees them; what a command does is loaded when it is used. */
export function createProgram(): Command {
  const program = new Command('songreel')
  program.version(`songreel ${VERSION}`, '-v, --version').helpInformation = () => HELP
  addDemoCommand(program)
  addRenderCommand(program)
  addPreviewCommand(program)
  addTemplatesCommand(program)
  addDoctorCommand(program)
  addServeCommand(program)
  addTokenCommand(program)
  addLicencesCommand(program)
  for (const command of listCommands(program)) prepare(command)
  program.showSuggestionAfterError(false)
  return program
}

/** Says what is wrong with a command line in the words of this program; undefined when it only asked for help. */
export function describeUsage(
  error: CommanderError,
  program: Command,
  words: readonly string[],
): Error | undefined {
  if (error.exitCode === 0) return undefined
  const command = findCommand(program, words)
  const name = command === program ? 'songreel' : `songreel ${nameOf(command)}`
  const help = `   Help: ${name} --help`
  const word = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.unknownCommand') {
    return usageError(`No command ${word}.${suggest(word, command.commands.map(nameEach))}${help}`)
  }
  if (error.code === 'commander.unknownOption') {
    const flags = [...command.options, ...program.options].map((option) => option.long ?? '')
    return usageError(`No option ${word}.${suggest(word, [...flags, '--help'])}${help}`)
  }
  const said = error.message.replace(/^error: /, '').replaceAll("'", '')
  return usageError(`${said.charAt(0).toUpperCase()}${said.slice(1)}.${help}`)
}

function prepare(command: Command): void {
  command
    // Errors come to main as exceptions and are told there, once and in one way.
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments(false)
    .option('--json', 'for programs: results and events as JSON on stdout')
    .option('--quiet', 'no talk, only results and failures')
    .option('--verbose', 'with a failure, where it happened')
    .option('--no-color', 'no colours (as NO_COLOR)')
    .helpOption('-h, --help', 'this')
  const examples = EXAMPLES[command.name()]
  if (examples) command.addHelpText('before', `\n${examples.map((line) => `  npx ${line}`).join('\n')}\n`)
}

function listCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(listCommands)]
}

/** The command that a command line is about, as far as its words are known. */
function findCommand(program: Command, words: readonly string[]): Command {
  let found = program
  for (const word of words) {
    const next = found.commands.find((command) => command.name() === word)
    if (!next) break
    found = next
  }
  return found
}

function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name()
}

function nameEach(command: Command): string {
  return command.name()
}
