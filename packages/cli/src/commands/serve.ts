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
  once?: boolean
  untilIdle?: string | true
}

/** `songreel serve` */
export function addServeCommand(program: Command): void {
  addDataOption(program.command('serve'))
    .summary('the server and the API')
    .option('--port <number>', 'SONGREEL_PORT, else 4400')
    .option('--host <address>', 'SONGREEL_HOST, else only this computer')
    .option('--public-url <url>', 'the URL at which clients reach it (SONGREEL_PUBLIC_URL)')
    .option('--api', 'only the API; needs workers elsewhere')
    .option('--worker', 'only a worker; needs DATABASE_URL')
    .option('--until-idle [secs]', 'the worker ends when there was nothing to do for so long, else 30 s')
    .option('--once', 'the worker makes one video and ends')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ServeFlags>()
      await runPlainCommand(flags, async () => {
        const settings = toSettings(flags)
        const { runServer } = await import('@songreel/server')
        // It handles its own signals, and what it has started need not be waited for.
        process.exit(await runServer(settings, flags))
      })
    })
}

/** A flag stands above the setting of the same meaning. */
function toSettings({ port, host, data, publicUrl, api, worker }: ServeFlags): Record<string, string> {
  if (api && worker) throw usageError('--api and --worker exclude each other; without either it does both.')
  const role = api ? 'api' : worker ? 'worker' : undefined
  return {
    ...(port !== undefined && { SONGREEL_PORT: port }),
    ...(host !== undefined && { SONGREEL_HOST: host }),
    ...(data !== undefined && { SONGREEL_DATA_DIR: data }),
    ...(publicUrl !== undefined && { SONGREEL_PUBLIC_URL: publicUrl }),
    ...(role && { SONGREEL_ROLE: role }),
  }
}
