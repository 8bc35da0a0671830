import { EXIT, type ExitCode } from '../cli-error.ts'
import { formatTook } from '../clock.ts'
import type { GlobalFlags } from '../run-command.ts'
import { createCommandOutput } from './command-output.ts'
import { line, toOptions } from './run-backup.ts'

/** What the upgrade is called with. */
export type UpgradeFlags = GlobalFlags & { data?: string; programs?: string }

/** Moves the embedded PostgreSQL to the version that this program brings, and says where the old data is. */
export async function runUpgrade(flags: UpgradeFlags): Promise<ExitCode> {
  const output = createCommandOutput(flags)
  const { reporter } = output
  const { upgradeDatabase } = await import('@songreel/server/backup')
  const startedMs = performance.now()
  try {
    const { programs } = flags
    const done = await upgradeDatabase({ ...toOptions(flags, output), programs })
    const { from, to, rows, tables, oldData } = done
    reporter.wait()
    if (oldData === undefined) reporter.say(line(output, 'PostgreSQL', `${to} already; nothing to do`))
    else {
      const took = formatTook(performance.now() - startedMs)
      reporter.say(
        line(output, 'Copied', `${rows} rows in ${tables} tables, and compared`),
        line(output, 'PostgreSQL', `${from} → ${to}`, took),
      )
      reporter.advise('', `  The old data is in ${oldData}. Remove it when you no longer want to go back.`)
    }
    output.end(done, String(to))
    return EXIT.ok
  } finally {
    reporter.close()
  }
}
