// The door for programs that run the server inside their own process. Importing it starts nothing.
export { type Config, type ReadConfig, readConfig } from './config/config.ts'
export type { WorkDone, WorkUntil } from './jobs/worker-end.ts'
export { getLogFacts } from './scope.ts'
export { type LoginLink, makeLoginLink } from './start/make-login-link.ts'
export type { EndingFlags } from './start/read-until.ts'
export { runServer } from './start/run-server.ts'
export { type RunningServer, type StartOptions, startServer } from './start/start-server.ts'
export { StartError, type StartErrorCode } from './start-error.ts'
