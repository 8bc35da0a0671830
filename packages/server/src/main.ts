import { runServer } from './start/run-server.ts'

process.exit(await runServer())
