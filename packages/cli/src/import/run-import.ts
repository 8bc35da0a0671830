import { EXIT, type ExitCode, inputError } from '../cli-error.ts'
import { cleanText, createPaint, showSentence, showTable } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import type { Fault } from './catalogue.ts'
import { type Change, describeChange, type Outcome } from './change.ts'
import { type Import, importCatalogue } from './import-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const MAX_SHOWN_FAULTS = 50
/** An import is patient: each wait lasts until the server takes calls again. */
const MAX_RETRIES = 8

type Flags = { dryRun?: boolean; encoding?: string; territory?: string; json?: boolean; quiet?: boolean }

/** Imports a catalogue: what changes goes to stdout, everything else to stderr. */
export async function runImport(
  path: string,
  { client, flags, signal }: { client: Import['client']; flags: Flags; signal: AbortSignal },
): Promise<ExitCode> {
  const { encoding, territory } = flags
  const file = await findFile(path, 'file')
  const { albums, faults, warnings } = await readCatalogue(file, {
    encoding,
    territory: territory?.toUpperCase(),
  })
  if (faults.length > 0) throw describeFaults(faults)
  const options = { signal, maxRetries: MAX_RETRIES }
  const work = { client, options, isDryRun: flags.dryRun ?? false }
  const outcome = await importCatalogue(work, albums, { onPortion: flags.json ? undefined : printChanges })
  const all = { ...outcome, warnings: [...warnings, ...outcome.warnings] }
  const { unchanged: unchangedCount } = outcome.counts
  const shown = { isDryRun: work.isDryRun, ...all, unchangedCount }
  if (flags.json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
  printOutcome(all, flags)
  const { total, failed } = outcome.counts
  if (failed === 0) return EXIT.ok
  return failed < total ? EXIT.someFailed : EXIT.failed
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

function printOutcome(
  { changes, failures, warnings, counts: { total, created, updated, unchanged, failed } }: Outcome,
  { dryRun, quiet }: Flags,
): void {
  const paint = createPaint(process.stderr)
  const write = (mark: 'good' | 'warning' | 'bad', text: string) =>
    process.stderr.write(`${showSentence(mark, cleanText(text), paint)}\n`)
  if (!quiet) for (const warning of warnings) write('warning', warning)
  for (const { place, message } of failures) write('bad', `${place}: ${message}`)
  if (quiet) return
  const isNew = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind && change.action === 'CREATE').length
  const others = `New with them: ${isNew('album')} albums, ${isNew('artist')} artists.`
  const counts = `${total} songs: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed. ${others}`
  write(failed > 0 ? 'bad' : 'good', dryRun ? `Dry run, nothing was changed. It would be: ${counts}` : counts)
}
