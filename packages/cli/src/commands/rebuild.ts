import type { Command } from 'commander'
import type { RebuildFlags } from '../remote/rebuild.ts'
import { addRemoteOptions, type RemoteFlags, runRemote } from './remote-command.ts'

/** `songreel rebuild <id> [--dry-run]` */
export function addRebuildCommand(program: Command): void {
  addRemoteOptions(program.command('rebuild'))
    .summary('makes the videos of a song or an album again that are out of date')
    .argument('<id>', 'the id of the song (med_…) or of the media bundle (mbn_…)')
    .option('--dry-run', 'show which those are and why; make nothing')
    .option('--key <text>', 'an Idempotency-Key, so that the command can be repeated')
    .option('--wait', 'follow them to their end and print their addresses')
    .option('--out <folder>', 'follow them to their end and save them there')
    .action((id: string, _: unknown, command: Command) =>
      runRemote<RemoteFlags & RebuildFlags>(command, async (remote) => {
        const { rebuild } = await import('../remote/rebuild.ts')
        return rebuild(id, remote)
      }),
    )
}
