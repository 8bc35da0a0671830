import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'

type LoginFlags = GlobalFlags & { profile?: string; tokenFile?: string }

/** `songreel login [url]` */
export function addLoginCommand(program: Command): void {
  program
    .command('login')
    .summary('keep the address and the token of a server')
    .argument('[url]', 'the server; else SONGREEL_URL, else http://localhost:4400')
    .option('--token-file <file>', 'a file with the token, or - for stdin; else SONGREEL_TOKEN')
    .option('--profile <name>', 'a name for it, if there are several; else default')
    .action(async (url: string | undefined, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<LoginFlags>()
      await runPlainCommand(flags, async () => {
        const { logIn } = await import('../remote/log-in.ts')
        return logIn(url, flags, { signal: listenForStop() })
      })
    })
}
