import { CommanderError } from 'commander'
import { EXIT, toCliError } from './cli-error.ts'
import { createProgram, describeUsage } from './program.ts'
import { printFailure } from './run-command.ts'

/** Runs one command line; the exit code is left in `process.exitCode`. */
export async function main(words: readonly string[]): Promise<void> {
  // A reader that has seen enough (`songreel templates | head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    const known = toCliError(error.code === 'ENOSPC' ? Object.assign(error, { path: 'The output' }) : error)
    printFailure(known)
    process.exit(known.exitCode)
  })
  // Nobody listens any more; the work goes on.
  process.stderr.on('error', () => undefined)
  if (words.includes('--no-color')) process.env.NO_COLOR = '1'
  const program = createProgram()
  try {
    if (words.length === 0) program.outputHelp()
    else await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    const reported = error instanceof CommanderError ? describeUsage(error, program, words) : error
    if (!reported) return
    const known = toCliError(reported)
    printFailure(known)
    process.exitCode = known.exitCode
  }
}
