import { EXIT, type ExitCode, inputError } from '../cli-error.ts'
import { cleanText, createPaint, showSentence, showTable } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import type { Fault } from './catalogue.ts'
import { type Change, describeChange, type Outcome } from './change.ts'
import type { Import } from './import-album.ts'
import { importCatalogue } from './import-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const MAX_SHOWN_FAULTS = 50
/** An import is patient: each wait lasts until the server takes calls again. */
const MAX_RETRIES = 8

type Flags = { dryRun?: boolean; json?: boolean; quiet?: boolean }

/** Imports a catalogue: what changes goes to stdout, everything else to stderr. */
export async function runImport(
  path: string,
  { client, flags, signal }: { client: Import['client']; flags: Flags; signal: AbortSignal },
): Promise<ExitCode> {
  const { albums, faults, warnings } = await readCatalogue(await findFile(path, 'file'))
  if (faults.length > 0) throw describeFaults(faults)
  const options = { signal, maxRetries: MAX_RETRIES }
  const work = { client, options, isDryRun: flags.dryRun ?? false }
  const outcome = await importCatalogue(work, albums, { onAlbum: flags.json ? undefined : printChanges })
  const all = { ...outcome, warnings: [...warnings, ...outcome.warnings] }
  if (flags.json) process.stdout.write(`${JSON.stringify({ isDryRun: work.isDryRun, ...all }, null, 2)}\n`)
  tellOutcome(all, flags)
  if (outcome.failures.length === 0) return EXIT.ok
  return outcome.changes.length + outcome.unchangedCount > 0 ? EXIT.someFailed : EXIT.failed
}

/** All of them at once, so that a file is mended in one go. */
function describeFaults(faults: readonly Fault[]): Error {
  const lines = faults
    .slice(0, MAX_SHOWN_FAULTS)
    .map(({ place, message }) => `    ${cleanText(`${place}: ${message}`)}`)
  const more = faults.length > MAX_SHOWN_FAULTS ? [`    and ${faults.length - MAX_SHOWN_FAULTS} more`] : []
  const count = faults.length === 1 ? 'One thing is' : `${faults.length} things are`
  return inputError([`${count} wrong in the catalogue; nothing was imported.`, ...lines, ...more].join('\n'))
}

function printChanges(changes: readonly Change[]): void {
  if (changes.length === 0) return
  const rows = changes.map((change) => describeChange(change).map(cleanText))
  process.stdout.write(`${showTable(rows).join('\n')}\n`)
}

function tellOutcome(
  { changes, failures, unchangedCount, warnings }: Outcome,
  { dryRun, quiet }: Flags,
): void {
  const paint = createPaint(process.stderr)
  const write = (mark: 'good' | 'warning' | 'bad', text: string) =>
    process.stderr.write(`${showSentence(mark, cleanText(text), paint)}\n`)
  if (!quiet) for (const warning of warnings) write('warning', warning)
  for (const { place, message } of failures) write('bad', `${place}: ${message}`)
  if (quiet) return
  const created = changes.filter(({ action }) => action === 'CREATE').length
  const counts = `${created} created, ${changes.length - created} updated, ${unchangedCount} unchanged, ${failures.length} failed.`
  write(
    failures.length > 0 ? 'bad' : 'good',
    dryRun ? `Dry run, nothing was changed. It would be: ${counts}` : counts,
  )
}
