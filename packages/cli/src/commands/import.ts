import type { Command } from 'commander'
import { addProfileOption, type RemoteFlags, runRemote } from './remote-command.ts'

type ImportFlags = RemoteFlags & { dryRun?: boolean }

/** `songreel import <file>` */
export function addImportCommand(program: Command): void {
  addProfileOption(program.command('import'))
    .summary('brings artists, albums and songs of a file (CSV or DDEX ERN) to a server')
    .argument('<file>', 'a catalogue: CSV, or a DDEX ERN message (3.8.2 or 4.3)')
    .option('--dry-run', 'shows what would change, and changes nothing')
    .action((path: string, _: unknown, command: Command) =>
      runRemote<ImportFlags>(command, async (remote) => {
        const { runImport } = await import('../import/run-import.ts')
        return runImport(path, remote)
      }),
    )
}
