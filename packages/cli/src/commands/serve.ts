import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'
import { addDataOption } from './data-option.ts'

type ServeFlags = GlobalFlags & {
  port?: string
  host?: string
  data?: string
  publicUrl?: string
  api?: boolean
  worker?: boolean
}

/** `songreel serve` */
export function addServeCommand(program: Command): void {
  addDataOption(program.command('serve'))
    .summary('the server and the API')
    .option('--port <number>', 'SONGREEL_PORT, else 4400')
    .option('--host <address>', 'SONGREEL_HOST, else only this computer')
    .option('--public-url <url>', 'the address under which clients reach it (SONGREEL_PUBLIC_URL)')
    .option('--api', 'only the API; needs workers elsewhere')
    .option('--worker', 'only a worker; needs DATABASE_URL')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ServeFlags>()
      await runPlainCommand(flags, async () => {
        applyFlags(flags)
        // The program starts by being loaded, handles its own signals and ends the process itself.
        await import('@songreel/server')
        return undefined
      })
    })
}

/** The server reads settings from its environment; a flag stands above what is there. */
function applyFlags({ port, host, data, publicUrl, api, worker }: ServeFlags): void {
  if (api && worker) throw usageError('--api and --worker exclude each other; without either it does both.')
  const settings = {
    SONGREEL_PORT: port,
    SONGREEL_HOST: host,
    SONGREEL_DATA_DIR: data,
    SONGREEL_PUBLIC_URL: publicUrl,
    SONGREEL_ROLE: api ? 'api' : worker ? 'worker' : undefined,
  }
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value
}
