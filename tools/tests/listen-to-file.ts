import { relative } from 'node:path'
import type { run } from 'node:test'
import { inspect } from 'node:util'
import type { FileReport } from './messages.ts'

/** Figures that Node adds at the end of every file. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

/** How a file went so far, as Node's runner tells it. */
export type Listener = {
  report: Omit<FileReport, 'cpuSecs' | 'wallSecs'>
  /** The tests that have begun and not ended. */
  begun: Set<string>
}

/** Follows what Node's runner tells of one file. */
export function listenToFile(stream: ReturnType<typeof run>, file: string): Listener {
  const report: Listener['report'] = { tests: 0, passed: 0, skipped: 0, todo: 0, failures: [] }
  const begun = new Set<string>()
  const complaints: string[] = []
  const names: string[] = []
  stream.on('test:dequeue', ({ name, line }) => begun.add(`${name} (line ${line})`))
  stream.on('test:complete', ({ name, line }) => begun.delete(`${name} (line ${line})`))
  stream.on('test:start', ({ name, nesting }) => {
    names[nesting] = name
  })
  stream.on('test:diagnostic', ({ message, nesting }) => {
    if (nesting === 0 && !COUNT.test(message)) complaints.push(message)
  })
  stream.on('test:fail', ({ name, nesting, todo, details, ...at }) => {
    const error = describeError(details.error)
    if (todo !== undefined || error === undefined) return
    const place = `${relative(process.cwd(), at.file ?? file)}:${at.line}`
    report.failures.push({ name: [...names.slice(0, nesting), name].join(' > '), place, error })
  })
  stream.on('test:summary', ({ success, counts: { tests, passed, skipped, todo } }) => {
    Object.assign(report, { tests, passed, skipped, todo })
    // Node makes up a test with the name of a file that has none.
    const hasTests = tests > 0 && names[0] !== file
    if (report.failures.length > 0 || (success && hasTests)) return
    // Something went wrong beside the tests, such as an error that came after the last of them.
    const error = hasTests ? complaints.join('\n') : 'There is no test in it, or it ended before one began.'
    report.failures.push({ name: file, place: file, error })
  })
  return { report, begun }
}

/** Nothing for a test that failed because of one inside it, which is described already. */
function describeError(error: Error & { failureType?: string }): string | undefined {
  if (error.failureType === 'subtestsFailed') return undefined
  const { cause } = error
  return typeof cause === 'string' ? cause : inspect(cause ?? error, { depth: 6 })
}
