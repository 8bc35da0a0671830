import type { Songreel } from '@songreel/sdk'
import type { Command } from 'commander'
import type { ExitCode } from '../cli-error.ts'
import type { Server } from '../remote/choose-server.ts'
import type { OutputFlags } from '../remote/output-form.ts'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'

/** Flags of a command that talks to a server. */
export type RemoteFlags = GlobalFlags & OutputFlags & { profile?: string }

/** What such a command works with. */
export type Remote<Flags = RemoteFlags> = {
  client: Songreel
  server: Server
  flags: Flags
  signal: AbortSignal
}

/** Declares which server is meant. */
export function addProfileOption(command: Command): Command {
  return command.option('--profile <name>', 'a server that you have signed in to; songreel config lists them')
}

/** Declares that, and how the result is printed. */
export function addRemoteOptions(command: Command): Command {
  return addProfileOption(command).option('-o, --output <form>', 'table, json or ids')
}

/** Runs a command with a client of the chosen server; what goes wrong on the way there is reported as such. */
export async function runRemote<Flags extends RemoteFlags>(
  command: Command,
  run: (remote: Remote<Flags>) => Promise<ExitCode | undefined>,
): Promise<void> {
  const flags = command.optsWithGlobals<Flags>()
  await runPlainCommand(flags, async () => {
    const { chooseServer } = await import('../remote/choose-server.ts')
    const server = await chooseServer(flags)
    const [{ openClient }, { toRemoteError }] = await Promise.all([
      import('../remote/open-client.ts'),
      import('../remote/to-remote-error.ts'),
    ])
    try {
      return await run({ client: openClient(server), server, flags, signal: listenForStop() })
    } catch (error) {
      throw toRemoteError(error, server)
    }
  })
}
