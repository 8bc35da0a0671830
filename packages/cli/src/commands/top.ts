import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import { runPlainCommand } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'
import { addProfileOption, type RemoteFlags } from './remote-command.ts'

type TopFlags = RemoteFlags & { once?: boolean; interval: string }

const MAX_INTERVAL_SECS = 3600

/** `songreel top` */
export function addTopCommand(program: Command): void {
  addProfileOption(program.command('top'))
    .summary('what waits, who makes what and how fast, live')
    .option('--once', 'print it once; so does a pipe')
    .option('--interval <secs>', 'how often to look', '2')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<TopFlags>()
      await runPlainCommand(flags, async () => {
        const intervalMs = readInterval(flags.interval)
        const [{ chooseServer }, { openClient }, { showTop }, { toRemoteError }] = await Promise.all([
          import('../remote/choose-server.ts'),
          import('../remote/open-client.ts'),
          import('../remote/top.ts'),
          import('../remote/to-remote-error.ts'),
        ])
        const server = await chooseServer(flags)
        // The operator sees everybody's work, others their own.
        const token = process.env.SONGREEL_ADMIN_TOKEN || server.token
        try {
          const client = openClient({ ...server, token })
          return await showTop({ client, url: server.url, flags, intervalMs, signal: listenForStop() })
        } catch (error) {
          throw toRemoteError(error, server)
        }
      })
    })
}

function readInterval(text: string): number {
  const secs = Number(text)
  if (secs >= 0.2 && secs <= MAX_INTERVAL_SECS) return secs * 1000
  throw usageError(`--interval takes seconds from 0.2 to ${MAX_INTERVAL_SECS}, not ${text}.`)
}
