import { type CliError, EXIT, type ExitCode, toCliError } from './cli-error.ts'
import { createPaint, showSentence } from './print.ts'
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts'
import { listenForStop } from './stop-signal.ts'

/** Flags that every command has. */
export type GlobalFlags = { json?: boolean; quiet?: boolean; verbose?: boolean; color?: boolean }

/** What a command ends with. */
export type Outcome = { exitCode: ExitCode; files: string[] }

/** What a command works with. */
export type CommandContext = { reporter: Reporter; signal: AbortSignal }

/** Runs a command that makes files: reports its events, stops in order, and gives every error its exit code. */
export async function runCommand(
  flags: GlobalFlags,
  options: Pick<ReporterOptions, 'isSolo'>,
  run: (context: CommandContext) => Promise<Outcome>,
): Promise<void> {
  const reporter = createReporter({ ...flags, ...options })
  const signal = listenForStop()
  let outcome: Outcome = { exitCode: EXIT.ok, files: [] }
  try {
    outcome = await run({ reporter, signal })
  } catch (error) {
    const known = toCliError(error)
    outcome = { exitCode: known.exitCode, files: [] }
    reporter.close()
    reporter.report({ event: 'failed', code: known.code, message: describeEnd(known) })
    if (flags.verbose) process.stderr.write(`${formatTrace(known)}\n`)
  } finally {
    reporter.close()
  }
  reporter.report({ event: 'finished', ...outcome })
  process.exitCode = outcome.exitCode
}

/** Runs a command that only prints. */
export async function runPlainCommand(
  flags: GlobalFlags,
  run: () => Promise<ExitCode | undefined>,
): Promise<void> {
  try {
    process.exitCode = (await run()) ?? EXIT.ok
  } catch (error) {
    const known = toCliError(error)
    printFailure(known)
    if (flags.verbose) process.stderr.write(`${formatTrace(known)}\n`)
    process.exitCode = known.exitCode
  }
}

/** One sentence on stderr. */
export function printFailure(error: CliError): void {
  process.stderr.write(`${showSentence('bad', describeEnd(error), createPaint(process.stderr))}\n`)
}

/** Only work of this machine's own has left anything behind. */
function describeEnd({ code, exitCode, message }: CliError): string {
  const isOurs = exitCode === EXIT.stopped && code !== 'LEFT'
  return isOurs ? 'Stopped. What was half made is removed.' : message
}

function formatTrace(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return [error.stack, error.cause && `Caused by: ${formatTrace(error.cause)}`].filter(Boolean).join('\n')
}
