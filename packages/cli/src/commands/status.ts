import type { Command } from 'commander'
import { runPlainCommand } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'
import { addProfileOption, type RemoteFlags } from './remote-command.ts'

/** `songreel status` */
export function addStatusCommand(program: Command): void {
  addProfileOption(program.command('status'))
    .summary('which server is meant, whether it works, and who you are there')
    .option('-o, --output <form>', 'text, json, or env: SONGREEL_URL and SONGREEL_TOKEN')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<RemoteFlags>()
      await runPlainCommand(flags, async () => {
        const { showServerStatus } = await import('../remote/show-status.ts')
        return showServerStatus(flags, { signal: listenForStop() })
      })
    })
}
