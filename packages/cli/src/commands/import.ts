import type { Command } from 'commander'
import { addProfileOption, type RemoteFlags, runRemote } from './remote-command.ts'

type ImportFlags = RemoteFlags & { dryRun?: boolean; encoding?: string; territory?: string }

/** `songreel import <file>` */
export function addImportCommand(program: Command): void {
  addProfileOption(program.command('import'))
    .summary('brings artists, albums and songs of a file (CSV or DDEX ERN) to a server')
    .argument('<file>', 'a catalogue: CSV, or a DDEX ERN message (3.8.2 or 4.3)')
    .option('--dry-run', 'shows what would change, and changes nothing')
    .option(
      '--territory <code>',
      'takes the titles of a DDEX message for this country (DE, US) instead of the world',
    )
    .option(
      '--encoding <name>',
      'reads the file in this encoding (windows-1252), if it does not say what it is in',
    )
    .action((path: string, _: unknown, command: Command) =>
      runRemote<ImportFlags>(command, async (remote) => {
        const { runImport } = await import('../import/run-import.ts')
        return runImport(path, remote)
      }),
    )
}
