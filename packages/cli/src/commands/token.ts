import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { forbiddenError, inputError } from '../cli-error.ts'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'
import { addDataOption, chooseDataFolder } from './data-option.ts'

type TokenFlags = GlobalFlags & { data?: string }

/** `songreel token show` */
export function addTokenCommand(program: Command): void {
  const token = program.command('token').summary("show: the API token of this machine's server")
  addDataOption(token.command('show'))
    .summary("prints the API token of this machine's server")
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<TokenFlags>()
      await runPlainCommand(flags, async () => {
        const found = await readToken(chooseDataFolder(flags.data))
        process.stdout.write(flags.json ? `${JSON.stringify({ token: found })}\n` : `${found}\n`)
        return undefined
      })
    })
}

/** The server leaves its token in a file that only its own user can read. */
async function readToken(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'token')
  try {
    const token = (await readFile(file, 'utf8')).trim()
    if (token) return token
    throw inputError(
      `${file} is empty. Give the organization a new token: POST /v1/organizations/me/auth-token/rotate`,
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const hint = 'The first songreel serve makes one; for a folder elsewhere: --data <folder>'
      throw inputError(`There is no token in ${dataFolder}. ${hint}`, error)
    }
    if (code === 'EACCES') {
      const message = `You may not read ${file}. Ask the user who runs the server, or use sudo.`
      throw forbiddenError(message, error)
    }
    throw error
  }
}
