import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { sweep } from '../jobs/janitor.ts'
import { openServices } from '../open-services.ts'

// Sweeps once as if everything that was left behind were old enough. A program of its own, because it has to be the
// janitor of the sources that are tried. Run with the settings of the installation in the environment.

const { config } = readConfig()
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
const { services, close } = await openServices({ ...config, role: 'api' }, log)
await sweep(services, 0)
await close()
