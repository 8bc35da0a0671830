import { readSync, writeSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startCpuMeter } from './cpu-time.ts'
import { listenToFile } from './listen-to-file.ts'
import { type FileReport, type Message, NAME_BYTES, NAMES_FD, REPORT_FD } from './messages.ts'

// One process of a test run: runs the test files that it is told, one after the other, by Node's own test runner. The
// next file begins when nothing of the last one is left to do, as a process of its own would have ended then.

/** What one test may take. */
const limitMs = Number(process.argv[2])

for (let file = readName(); file !== ''; file = readName()) {
  // Node asks whether the process is over only after something has happened.
  await nextTurn()
  send({ type: 'begin', file })
  send({ type: 'end', file, ...(await runFile(file)) })
  process.exitCode = 0
}

async function runFile(file: string): Promise<FileReport> {
  const startMs = performance.now()
  const meter = startCpuMeter()
  const stream = run({ files: [file], isolation: 'none' })
  const { report, begun } = listenToFile(stream, file)
  const finish = (): FileReport => ({
    ...report,
    cpuSecs: meter.stop(),
    wallSecs: (performance.now() - startMs) / 1000,
  })
  const giveUp = (error: string) => {
    report.failures.push({ name: file, place: file, error })
    send({ type: 'end', file, ...finish() })
    process.exit()
  }
  // Node would wait for such a test forever.
  const endIfStuck = () => {
    if (begun.size > 0) giveUp(`Nothing is left that could end ${[...begun].join(', ')}.`)
  }
  const limit = setTimeout(() => giveUp(describeWait(begun)), limitMs).unref()
  stream.on('test:complete', () => {
    limit.refresh()
    send({ type: 'step', file })
  })
  process.once('beforeExit', endIfStuck)
  await finished(stream.resume())
  process.off('beforeExit', endIfStuck)
  clearTimeout(limit)
  return finish()
}

/** Where a file stands that does not go on, and what it holds open. */
function describeWait(begun: Set<string>): string {
  const where = begun.size > 0 ? [...begun].join(', ') : 'what stands before its tests, or after them'
  const open = process.getActiveResourcesInfo().join(', ')
  return `Nothing has ended for ${limitMs / 60_000} minutes, waiting in ${where}. Still open: ${open}.`
}

/** Waits for the next name as nothing else happens: a stream that is open would keep the process from being over. */
function readName(): string {
  const bytes = Buffer.alloc(NAME_BYTES)
  return bytes.toString('utf8', 0, readSync(NAMES_FD, bytes)).trim()
}

/** Written at once: the process may be killed by the very next line. */
function send(message: Message): void {
  writeSync(REPORT_FD, `${JSON.stringify(message)}\n`)
}
