import { readSync, writeSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startCpuMeter } from './cpu-time.ts'
import { listenToFile } from './listen-to-file.ts'
import { type FileReport, type Message, NAME_BYTES, NAMES_FD, REPORT_FD } from './messages.ts'

// One process of a test run: runs the test files that it is told, one after the other, by Node's own test runner. The
// next file begins when nothing of the last one is left to do, as a process of its own would have ended then.

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
  // Node would wait for such a test forever.
  const endIfStuck = () => {
    if (begun.size === 0) return
    const error = `Nothing is left that could end ${[...begun].join(', ')}.`
    report.failures.push({ name: file, place: file, error })
    send({ type: 'end', file, ...finish() })
    process.exit()
  }
  process.once('beforeExit', endIfStuck)
  await finished(stream.resume())
  process.off('beforeExit', endIfStuck)
  return finish()
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
