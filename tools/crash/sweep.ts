import { join } from 'node:path'
import { pino } from 'pino'

// Sweeps once as if everything that was left behind were old enough. A program of its own, because it has to be the
// janitor of the sources that are tried. Run with: folder `src` of the server; the settings of the installation are in the
// environment.

const [sourceFolder = ''] = process.argv.slice(2)
const load = (file: string) => import(join(sourceFolder, file))
const { readConfig }: typeof import('@songreel/server/internal/config/config.ts') =
  await load('config/config.ts')
const { sweep }: typeof import('@songreel/server/internal/jobs/janitor.ts') = await load('jobs/janitor.ts')
const { openServices }: typeof import('@songreel/server/internal/start/open-services.ts') =
  await load('start/open-services.ts')

const { config } = readConfig()
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
const { services, close } = await openServices({ ...config, role: 'api' }, log)
await sweep(services, 0)
await close()
