import { Command, type CommanderError } from 'commander'
import { usageError } from './cli-error.ts'
import { addApiCommand } from './commands/api.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addBatchCommand } from './commands/batch.ts'
import { addBatchesCommand } from './commands/batches.ts'
import { addCatalogueCommands } from './commands/catalogue.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConfigCommand } from './commands/config.ts'
import { addContentsCommand } from './commands/contents.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDestinationsCommand } from './commands/destinations.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addImportCommand } from './commands/import.ts'
import { addLicencesCommand } from './commands/licences.ts'
import { addLoginCommand } from './commands/login.ts'
import { addLoginLinkCommand } from './commands/login-link.ts'
import { addLyricsCommand } from './commands/lyrics.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addOrgsCommand } from './commands/orgs.ts'
import { addPreviewCommand } from './commands/preview.ts'
import { addRebuildCommand } from './commands/rebuild.ts'
import { addReleaseCommand } from './commands/release.ts'
import { addRenderCommand } from './commands/render.ts'
import { addServeCommand } from './commands/serve.ts'
import { addStatusCommand } from './commands/status.ts'
import { addStudioCommand } from './commands/studio.ts'
import { addTemplatesCommand } from './commands/templates.ts'
import { addTokenCommand } from './commands/token.ts'
import { addTopCommand } from './commands/top.ts'
import { addUsageCommand } from './commands/usage.ts'
import { addWebhooksCommand } from './commands/webhooks.ts'
import { EXAMPLES, HELP } from './help.ts'
import { cleanText } from './print.ts'
import { suggest } from './suggest.ts'
import { VERSION } from './version.ts'

/** The commands as the command line sees them; what a command does is loaded when it is used. */
export function createProgram(): Command {
  const program = new Command('songreel')
  program.version(`songreel ${VERSION}`, '-v, --version').helpInformation = () => HELP
  addDemoCommand(program)
  addRenderCommand(program)
  addBatchCommand(program)
  addReleaseCommand(program)
  addPreviewCommand(program)
  addTemplatesCommand(program)
  addStudioCommand(program)
  addLyricsCommand(program)
  addDoctorCommand(program)
  addServeCommand(program)
  addBackupCommands(program)
  addTokenCommand(program)
  addRemoteCommands(program)
  addCompletionCommand(program)
  addLicencesCommand(program)
  for (const command of listCommands(program)) prepare(command)
  program.showSuggestionAfterError(false)
  return program
}

/** Those that talk to a server. */
function addRemoteCommands(program: Command): void {
  addLoginCommand(program)
  addLoginLinkCommand(program)
  addConfigCommand(program)
  addStatusCommand(program)
  addTopCommand(program)
  addOrgsCommand(program)
  addUsageCommand(program)
  addBatchesCommand(program)
  addRebuildCommand(program)
  addCatalogueCommands(program)
  addContentsCommand(program)
  addWebhooksCommand(program)
  addDestinationsCommand(program)
  addApiCommand(program)
  addImportCommand(program)
  addMcpCommand(program)
}

/** Says what is wrong with a command line in the words of this program; undefined when it only asked for help. */
export function describeUsage(
  error: CommanderError,
  program: Command,
  words: readonly string[],
): Error | undefined {
  if (error.exitCode === 0) return undefined
  const command = findCommand(program, words)
  const name = command === program ? 'songreel' : `songreel ${getName(command)}`
  const help = `   Help: ${name} --help`
  const word = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.help' && command !== program) {
    const known = command.commands.map((each) => `${each.name()} (${each.summary()})`)
    return usageError(`${name} needs one more word: ${known.join(', ')}.${help}`)
  }
  if (error.code === 'commander.help' || error.code === 'commander.unknownCommand') {
    const asked = word || words.find((each) => each !== 'help') || ''
    return usageError(`No command ${asked}.${suggest(asked, command.commands.map(nameEach))}${help}`)
  }
  if (error.code === 'commander.unknownOption') {
    const flags = [...command.options, ...program.options].map((option) => option.long ?? '')
    const file = /^-[^-].*\.\w+$/.test(word) ? ` For a file of this name: ./${word}` : ''
    return usageError(`No option ${word}.${suggest(word, [...flags, '--help'])}${file}${help}`)
  }
  return usageError(`${describeArguments(error, command, name)}${help}`)
}

/** What is missing, or too much. */
function describeArguments(error: CommanderError, command: Command, name: string): string {
  const word = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.optionMissingArgument') {
    return `${word.split(' ')[0]} needs a value: ${word}.`
  }
  if (error.code === 'commander.missingArgument') {
    const argument = command.registeredArguments.find((each) => each.name() === word)
    return `${name} needs ${argument?.description ?? word}.`
  }
  if (error.code === 'commander.excessArguments') {
    const extra = command.args.slice(command.registeredArguments.length)
    return `${name} does not take ${extra.map(cleanText).join(' ')}.`
  }
  const said = error.message.replace(/^error: /, '').replaceAll("'", '')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

function prepare(command: Command): void {
  command
    // Errors come to main as exceptions and are reported there, once and in one way.
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments(false)
    .option('--json', 'for programs: results and events as JSON on stdout')
    .option('--quiet', 'no talk, only results and failures')
    .option('--verbose', 'with a failure, where it happened')
    .option('--no-color', 'no colours (as NO_COLOR)')
    .helpOption('-h, --help', 'this')
  const examples = EXAMPLES[command.name()]
  if (examples)
    command.addHelpText(
      'before',
      `\n${examples.map((line) => `  ${line.replace('songreel', 'npx songreel')}`).join('\n')}\n`,
    )
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

function getName(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${getName(parent)} ${command.name()}` : command.name()
}

function nameEach(command: Command): string {
  return command.name()
}
