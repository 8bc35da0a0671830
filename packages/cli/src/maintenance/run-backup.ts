import { formatBytes } from '@songreel/contract/format-bytes'
import type { BackupFacts, CommandOptions } from '@songreel/server/backup'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { formatTook } from '../clock.ts'
import { cleanText, showStatus, showTable } from '../print.ts'
import type { GlobalFlags } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'
import { type CommandOutput, createCommandOutput } from './command-output.ts'

/** What the commands of backups are called with. */
export type BackupFlags = GlobalFlags & {
  data?: string
  s3Endpoint?: string
  s3Region?: string
  keep?: string
  verify?: boolean
  list?: boolean
  backup?: string
}

/** Makes a backup, or looks at those that are there. */
export async function runBackup(where: string, flags: BackupFlags): Promise<ExitCode> {
  if (flags.verify && flags.list) throw usageError('--verify and --list exclude each other.')
  const output = createCommandOutput(flags)
  const options = toOptions(flags, output)
  try {
    if (flags.list) return await list(where, options, output)
    if (flags.verify) return await verify(where, { ...options, backup: flags.backup }, output)
    if (flags.backup)
      throw usageError('--backup names one for --verify; a new one gets its name from the time.')
    return await make(where, { ...options, keep: readKeep(flags.keep) }, output)
  } finally {
    output.reporter.close()
  }
}

/** The flags as the server's settings, and where to tell how far it is. */
export function toOptions(flags: BackupFlags, output: CommandOutput): CommandOptions {
  const { data, s3Endpoint, s3Region } = flags
  return {
    settings: data === undefined ? {} : { SONGREEL_DATA_DIR: data },
    server: { ...(s3Endpoint && { endpoint: s3Endpoint }), ...(s3Region && { region: s3Region }) },
    onProgress: output.onProgress,
    signal: listenForStop(),
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw usageError(`--keep takes a number of backups, at least 1, not ${cleanText(text)}.`)
}

async function make(
  where: string,
  options: CommandOptions & { keep?: number },
  output: CommandOutput,
): Promise<ExitCode> {
  const { makeBackup } = await import('@songreel/server/backup')
  const startedMs = performance.now()
  const made = await makeBackup(where, options)
  const { reporter } = output
  reporter.wait()
  const added =
    made.copiedFiles === 0 ? 'none new' : `${made.copiedFiles} new (${formatBytes(made.copiedBytes)})`
  sayContents(made, output, `, ${added}`)
  if (made.removed.length > 0) reporter.say(line(output, 'Removed', `${made.removed.length} older backups`))
  reporter.say(line(output, 'Backed up', cleanText(where), formatTook(performance.now() - startedMs)))
  warnOfLost(made, output)
  output.end({ where, ...made }, made.name)
  return made.lost.length > 0 ? EXIT.someFailed : EXIT.ok
}

async function verify(
  where: string,
  options: CommandOptions & { backup?: string },
  output: CommandOutput,
): Promise<ExitCode> {
  const { checkBackup } = await import('@songreel/server/backup')
  const found = await checkBackup(where, options)
  const { reporter } = output
  reporter.wait()
  sayContents(found, output, '')
  const { damaged } = found
  for (const path of damaged.slice(0, 10))
    reporter.report({ event: 'failed', code: 'BACKUP_UNUSABLE', message: `${path} is missing or damaged.` })
  if (damaged.length === 0)
    reporter.say(line(output, 'Verified', `${found.name}: every byte is as it was stored`))
  else
    reporter.report({
      event: 'failed',
      code: 'BACKUP_UNUSABLE',
      message: `${damaged.length} parts of ${found.name} are missing or damaged. Back up again; the next backup replaces damaged files once they are removed from ${cleanText(where)}.`,
    })
  output.end({ where, ...found }, found.name)
  return damaged.length === 0 ? EXIT.ok : EXIT.badInput
}

async function list(where: string, options: CommandOptions, output: CommandOutput): Promise<ExitCode> {
  const { showBackups } = await import('@songreel/server/backup')
  const { backups, broken } = await showBackups(where, options)
  const rows = backups.map(({ name, songreelVersion, rows, files, fileBytes }) => [
    name,
    `songreel ${songreelVersion}`,
    `${rows} rows`,
    `${files} files`,
    formatBytes(fileBytes),
  ])
  for (const name of broken) output.reporter.say(`  ${name} was broken off and is not whole.`)
  output.end({ where, backups, broken }, showTable(rows).join('\n') || 'No backups.')
  return EXIT.ok
}

/** What is in a backup. */
export function sayContents(facts: BackupFacts, output: CommandOutput, note: string): void {
  const { tables, rows, files, fileBytes } = facts
  output.reporter.say(
    line(output, 'Database', `${rows} rows in ${tables} tables`),
    line(output, 'Files', files === 0 ? 'none' : `${files} files, ${formatBytes(fileBytes)}${note}`),
  )
}

/** One line of what was done. */
export function line({ reporter }: CommandOutput, label: string, text: string, note?: string): string {
  return showStatus({ mark: 'good', label, text, note }, reporter.paint)
}

/** Files that no backup can bring back. */
export function warnOfLost({ lost }: BackupFacts, { reporter }: CommandOutput): void {
  if (lost.length === 0) return
  const named = lost.slice(0, 5).join(', ')
  reporter.report({
    event: 'warning',
    code: 'FILES_LOST',
    message: `${lost.length} files that records name are missing from the storage, or damaged there, and are not in the backup: ${named}${lost.length > 5 ? ', …' : ''}`,
  })
}
