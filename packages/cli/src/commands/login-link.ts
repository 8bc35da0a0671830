import type { Command } from 'commander'
import { addProfileOption, runRemote } from './remote-command.ts'

/** `songreel login-link` */
export function addLoginLinkCommand(program: Command): void {
  addProfileOption(program.command('login-link'))
    .summary('a link that signs you in to the dashboard, once')
    .action((_: unknown, command: Command) =>
      runRemote(command, async ({ client, flags, signal }) => {
        const call = { method: 'POST', path: '/session/links', signal }
        const link = await client.request<{ url: string; expiresAt: string }>(call)
        process.stdout.write(flags.json ? `${JSON.stringify(link)}\n` : `${link.url}\n`)
        return undefined
      }),
    )
}
