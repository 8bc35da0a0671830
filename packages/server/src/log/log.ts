import { type Logger, pino } from 'pino'
import { getLogFacts } from '../scope.ts'
import { formatLogLine } from './log-line.ts'

/** What every log of the service has: each line names the request, the render or the file that it is about. */
export const LOG_OPTIONS = { mixin: getLogFacts } as const

/** The log on stderr: JSON, one line an event; a person at a terminal gets the same facts in a form to read. */
export function createLog(level: string): Logger {
  const options = { ...LOG_OPTIONS, level, base: { pid: process.pid } }
  // Don't crash when the terminal is closed or the reading process is gone: there is just nobody to log to.
  process.stderr.on('error', () => {})
  process.stdout.on('error', () => {})
  if (process.stderr.isTTY) {
    const hasColours = process.stderr.hasColors()
    return pino(options, { write: (line) => void process.stderr.write(formatLogLine(line, { hasColours })) })
  }
  // Buffered, but flushed often: a write per line would cost more than the line itself.
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 200 })
  destination.on('error', () => {})
  return pino(options, destination)
}
