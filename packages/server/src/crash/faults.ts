import { CRASH_POINTS, type CrashPoint } from '../crash-point.ts'
import type { WakeStatus } from './pause-worker.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What can be killed. */
export type Victim = 'api' | 'worker' | 'render child' | 'postgres'

/** Something that goes wrong in an installation. */
export type Fault =
  /** kill -9, wherever the victim happens to be. */
  | { kind: 'KILL'; victim: Victim }
  /** kill -9 at a crash point: the next time, or after some times, or once another point was passed. */
  | { kind: 'CRASH'; victim: 'api' | 'worker'; point: CrashPoint; skip?: number; after?: CrashPoint }
  /** A worker's render child is killed, and then, once it has put the render back in line, the worker too. */
  | { kind: 'RELAPSE'; point: CrashPoint }
  /** A worker is stopped, at a crash point or anywhere, until others have taken over its work; then it wakes up. */
  | { kind: 'PAUSE'; point?: CrashPoint; wakeAt?: WakeStatus }
  /** A worker is killed in the middle of a render, and nothing else goes wrong until another has it. */
  | { kind: 'LOSE'; point: CrashPoint }
  /** Everybody takes longer at a crash point: others get a chance to come in between. */
  | { kind: 'DELAY'; point: CrashPoint; delayMs: number }
  /** An orderly stop, as at an upgrade. */
  | { kind: 'STOP'; victim: 'api' | 'worker' }
  /** Nothing goes wrong until every paused worker is awake again. */
  | { kind: 'LULL' }

const API_POINTS: CrashPoint[] = [
  'batch-written',
  'create-committed',
  'create-committed',
  'render-closed',
  'end-written',
  'files-retired',
]

/** Passed by the API, when a batch is made and when files are taken away. */
const NOT_OF_WORKERS: CrashPoint[] = ['batch-written', 'create-committed', 'files-retired', 'file-deleted']

const WORKER_POINTS = CRASH_POINTS.filter((point) => !NOT_OF_WORKERS.includes(point))

const PAUSE_POINTS: (CrashPoint | undefined)[] = [
  'job-drawn',
  'render-taken',
  'render-claimed',
  'files-gathered',
  'video-made',
  'files-noted',
  'files-stored',
  'render-closed',
  'end-written',
  'webhook-posted',
  undefined,
]

/** Places where a worker holds a render. */
const LOSE_POINTS: CrashPoint[] = ['render-claimed', 'files-gathered', 'video-made', 'files-stored']

const SLOW_POINTS: CrashPoint[] = [
  'files-gathered',
  'video-made',
  'files-stored',
  'render-closed',
  'batch-counted',
  'end-written',
]

/** Faults without end, of every kind. */
export function* chooseFaults(random: SeededRandom): Generator<Fault> {
  for (;;) {
    const make = random.pickWeighted<() => Fault>([
      [18, () => ({ kind: 'KILL', victim: 'worker' })],
      [12, () => ({ kind: 'KILL', victim: 'api' })],
      [9, () => ({ kind: 'KILL', victim: 'render child' })],
      [8, () => ({ kind: 'KILL', victim: 'postgres' })],
      [34, () => crashAt(random, 'worker', WORKER_POINTS)],
      [2, () => ({ kind: 'RELAPSE', point: random.pick(['job-done', 'job-crossed-off']) })],
      [10, () => crashAt(random, 'api', API_POINTS)],
      [8, () => pauseAt(random)],
      [5, () => ({ kind: 'LOSE', point: random.pick(LOSE_POINTS) })],
      [4, () => ({ kind: 'DELAY', point: random.pick(SLOW_POINTS), delayMs: random.between(100, 800) })],
      [3, () => ({ kind: 'STOP', victim: random.pick(['api', 'worker', 'worker']) })],
    ])
    yield make()
  }
}

function crashAt(random: SeededRandom, victim: 'api' | 'worker', points: CrashPoint[]): Fault {
  return { kind: 'CRASH', victim, point: random.pick(points), skip: random.pick([0, 0, 1]) }
}

function pauseAt(random: SeededRandom): Fault {
  const wakeAt = random.pick<WakeStatus | undefined>([undefined, undefined, 'RENDERING', 'UPLOADING'])
  return { kind: 'PAUSE', point: random.pick(PAUSE_POINTS), ...(wakeAt && { wakeAt }) }
}

/** The least that shows every kind of fault: a handful of kills beside one long pause. */
export function* listFewFaults(random: SeededRandom): Generator<Fault> {
  yield { kind: 'PAUSE', point: 'files-stored' }
  yield { kind: 'CRASH', victim: 'api', point: 'create-committed' }
  yield {
    kind: 'CRASH',
    victim: 'worker',
    point: random.pick(['video-stored', 'render-claimed', 'job-done']),
  }
  yield { kind: 'KILL', victim: 'postgres' }
  yield { kind: 'KILL', victim: 'render child' }
  yield { kind: 'CRASH', victim: 'worker', point: random.pick(['webhook-posted', 'end-written']) }
  yield { kind: 'KILL', victim: 'api' }
  yield { kind: 'KILL', victim: 'worker' }
  yield { kind: 'LOSE', point: 'files-gathered' }
}
