import { runProgram } from './start/run-program.ts'

process.exit(await runProgram(process.argv.slice(2)))
