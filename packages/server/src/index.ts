// The door for programs that run the server inside their own process. Importing it starts nothing.
export { type Config, type ReadConfig, readConfig } from './config.ts'
export { type LoginLink, makeLoginLink } from './make-login-link.ts'
export { runServer } from './run-server.ts'
export { StartError, type StartErrorCode } from './start-error.ts'
export { type RunningServer, type StartOptions, startServer } from './start-server.ts'
