import type { Command } from 'commander'
import { CliError, inputError } from '../cli-error.ts'
import type { SignInLink } from '../remote/ask-for-link.ts'
import type { Server } from '../remote/choose-server.ts'
import { runPlainCommand } from '../run-command.ts'
import { addProfileOption, type RemoteFlags } from './remote-command.ts'

/** `songreel login-link` */
export function addLoginLinkCommand(program: Command): void {
  addProfileOption(program.command('login-link'))
    .summary('a link that signs you in to the dashboard, once')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<RemoteFlags>()
      await runPlainCommand(flags, async () => {
        const { chooseServer } = await import('../remote/choose-server.ts')
        const link = await findLink(await chooseServer(flags))
        process.stdout.write(flags.json ? `${JSON.stringify(link)}\n` : `${link.url}\n`)
        return undefined
      })
    })
}

/** From the server; or, beside one whose token is elsewhere (one of several containers), from its database. */
async function findLink(server: Server): Promise<SignInLink> {
  const { askForLink } = await import('../remote/ask-for-link.ts')
  try {
    return await askForLink(server)
  } catch (error) {
    const isWithoutToken =
      error instanceof CliError && ['UNAUTHENTICATED', 'UNREACHABLE'].includes(error.code)
    const link = isWithoutToken && server.from === 'by default' ? await askDatabase() : undefined
    if (link) return link
    throw error
  }
}

async function askDatabase(): Promise<SignInLink | undefined> {
  const { makeLoginLink, StartError } = await import('@songreel/server')
  try {
    return await makeLoginLink()
  } catch (error) {
    throw error instanceof StartError ? inputError(error.message, error) : error
  }
}
