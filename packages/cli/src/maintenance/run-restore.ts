import { EXIT, type ExitCode, leftError, toCliError } from '../cli-error.ts'
import { formatTook } from '../clock.ts'
import { cleanText } from '../print.ts'
import { createCommandOutput } from './command-output.ts'
import { type BackupFlags, line, sayContents, toOptions, warnOfLost } from './run-backup.ts'

/** Restores a backup, and says what to do next. */
export async function runRestore(where: string, flags: BackupFlags): Promise<ExitCode> {
  const output = createCommandOutput(flags)
  const { reporter } = output
  const { restoreBackup } = await import('@songreel/server/backup')
  const startedMs = performance.now()
  try {
    const options = { ...toOptions(flags, output), backup: flags.backup }
    const restored = await restoreBackup(where, options)
    reporter.wait()
    const kept = restored.files - restored.writtenFiles
    sayContents(restored, output, kept > 0 ? `, ${kept} were there already` : '')
    reporter.say(line(output, 'Restored', restored.dataDir, formatTook(performance.now() - startedMs)))
    warnOfLost(restored, output)
    reporter.advise('', ...listSteps(restored.dataDir, restored.settings))
    output.end({ where, ...restored }, restored.dataDir)
    return EXIT.ok
  } catch (error) {
    if (toCliError(error).code !== 'STOPPED') throw error
    throw leftError(
      'Stopped. The folder is marked as unfinished, and no server starts on it. Run the same command again to go on.',
      error,
    )
  } finally {
    reporter.close()
  }
}

function listSteps(dataDir: string, settings: Record<string, string | null>): string[] {
  const names = Object.entries(settings)
  const steps = [`  Start it:   songreel serve --data ${cleanText(dataDir)}`]
  if (names.length === 0) return steps
  const told = names.map(
    ([name, value]) =>
      `    ${name}${value === null ? '   (secret: not in the backup)' : `=${cleanText(value)}`}`,
  )
  return [...steps, '  These were set in the environment when the backup was taken:', ...told]
}
