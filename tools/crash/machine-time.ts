import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

// Limits of the crash test count the time that the machine had for it. On a free machine that is the clock's time. With
// ten times more work than processors everything takes ten times as long, and nothing is wrong with that.

const MEASURE_EVERY_MS = 1000
/** Long enough that others get their turn in between, short enough to cost next to nothing. */
const WORK_MS = 15
const LOOK_EVERY_MS = 50
const CHUNK = Buffer.alloc(16 * 1024)

/** From this moment on the machine was so many times slower than a free one. */
type Sample = { atMs: number; slowness: number }

/** The first is measured at the first question, and from then on one in every second. */
const samples: Sample[] = []
let isMeasuring = false

/** How long a piece of work takes, compared with the processor time that it needs: 1 on a free machine. */
function measureSlowness(): number {
  const startMs = performance.now()
  const before = process.threadCpuUsage()
  let workedMs = 0
  while (workedMs < WORK_MS) {
    createHash('sha256').update(CHUNK).digest()
    const { user, system } = process.threadCpuUsage(before)
    workedMs = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - startMs) / workedMs)
}

function measure(): void {
  samples.push({ atMs: Date.now(), slowness: measureSlowness() })
}

function startMeasuring(): void {
  if (isMeasuring) return
  isMeasuring = true
  measure()
  setInterval(measure, MEASURE_EVERY_MS).unref()
}

/** How many times slower than a free one the machine is at present. */
export function readSlowness(): number {
  startMeasuring()
  return samples.at(-1)!.slowness
}

/** How long a free machine would have taken for what came between two moments of the clock. */
export function countMachineMs(fromMs: number, toMs = Date.now()): number {
  startMeasuring()
  let countedMs = 0
  for (let index = samples.length - 1, untilMs = toMs; untilMs > fromMs; index--) {
    const { atMs, slowness } = samples[index] ?? { atMs: fromMs, slowness: samples[0]!.slowness }
    const sinceMs = Math.max(fromMs, atMs)
    if (sinceMs >= untilMs) continue
    countedMs += (untilMs - sinceMs) / slowness
    untilMs = sinceMs
  }
  return countedMs
}

/** Tells whether so much of the machine's time has passed since it was made. */
export function startLimit(limitMs: number): () => boolean {
  const startMs = Date.now()
  // The clock is asked first: the other count costs more with every hour.
  return () => Date.now() - startMs > limitMs && countMachineMs(startMs) > limitMs
}

/** Rests for so much of the machine's time. */
export async function sleepMachineMs<Value>(ms: number, value: Value): Promise<Value> {
  const isOver = startLimit(ms)
  while (!isOver()) await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  return value
}
