import { CRASH_POINTS, type CrashPoint } from '@songreel/server/internal/crash-point.ts'
import type { Arming } from './hook.ts'
import type { PauseFacts, WakeStatus } from './pause-worker.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** What can be killed; the whole service and its container where it runs as users start it. */
export type Victim = 'api' | 'worker' | 'render child' | 'postgres' | 'service' | 'container'

/** Something that goes wrong in an installation. */
export type Fault =
  /** kill -9, wherever the victim happens to be. */
  | { kind: 'KILL'; victim: Victim }
  /** kill -9 at a crash point: the next time, or after some times, or once another point was passed. */
  | {
      kind: 'CRASH'
      victim: 'api' | 'worker'
      point: CrashPoint
      skip?: number
      after?: CrashPoint
      limitMs?: number
    }
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
  /** Something happens to the database, or on the way to it (tools/database). */
  | { kind: 'DATABASE' }

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
/** Passed only by videos that are large enough to be sent in parts. */
const OF_LARGE_VIDEOS: CrashPoint[] = ['upload-noted']

const WORKER_POINTS = CRASH_POINTS.filter(
  (point) => !NOT_OF_WORKERS.includes(point) && !OF_LARGE_VIDEOS.includes(point),
)

const PAUSE_POINTS: (CrashPoint | undefined)[] = [
  'job-drawn',
  'asset-noted',
  'asset-stored',
  'render-taken',
  'render-claimed',
  'files-gathered',
  'video-made',
  'files-noted',
  'files-stored',
  'render-closed',
  'end-written',
  'webhook-posted',
  'delivery-begun',
  'files-delivered',
  undefined,
]

/** Places where a worker holds a render. */
const HELD_POINTS: CrashPoint[] = [
  'render-claimed',
  'files-gathered',
  'segment-kept',
  'video-made',
  'files-stored',
]

const SLOW_POINTS: CrashPoint[] = [
  'output-held',
  'batch-written',
  'asset-noted',
  'files-gathered',
  'video-made',
  'files-stored',
  'render-closed',
  'batch-counted',
  'end-written',
]

/** Every crash point of workers and API, every place to sleep at, and beside them what can come at any moment. */
const CARDS: (Fault | 'LOSE' | 'DELAY')[] = [
  ...WORKER_POINTS.map((point): Fault => ({ kind: 'CRASH', victim: 'worker', point })),
  ...API_POINTS.map((point): Fault => ({ kind: 'CRASH', victim: 'api', point })),
  // Twice where a render is held: what a sleeper might write over is what fences are for.
  ...[...PAUSE_POINTS, ...HELD_POINTS].map((point): Fault => ({ kind: 'PAUSE', ...(point && { point }) })),
  ...repeat(2, { kind: 'RELAPSE', point: 'job-done' }),
  ...repeat(2, { kind: 'RELAPSE', point: 'job-crossed-off' }),
  ...repeat(6, { kind: 'KILL', victim: 'worker' }),
  ...repeat(4, { kind: 'KILL', victim: 'api' }),
  ...repeat(3, { kind: 'KILL', victim: 'render child' }),
  ...repeat(2, { kind: 'KILL', victim: 'postgres' }),
  { kind: 'STOP', victim: 'api' },
  { kind: 'STOP', victim: 'worker' },
  'LOSE',
  'LOSE',
  'DELAY',
  'DELAY',
]

/** The same faults, so many times. */
export function repeat(count: number, ...faults: Fault[]): Fault[] {
  return Array.from({ length: count }, () => faults).flat()
}

/**
 * Faults without end, of every kind. They are dealt like cards: all of them come before one comes again, so that a run of a
 * few dozen kills has been everywhere.
 */
export function* chooseFaults(random: SeededRandom): Generator<Fault> {
  const drawCard = createDeck(random, CARDS)
  const drawSlowPoint = createDeck(random, SLOW_POINTS)
  const drawLosePoint = createDeck(random, HELD_POINTS)
  for (;;) {
    const card = drawCard()
    if (card === 'LOSE') yield { kind: 'LOSE', point: drawLosePoint() }
    else if (card === 'DELAY')
      yield { kind: 'DELAY', point: drawSlowPoint(), delayMs: random.between(100, 800) }
    else if (card.kind === 'CRASH') yield { ...card, skip: random.pick([0, 0, 1]) }
    else if (card.kind === 'PAUSE') yield* pauseAt(random, card)
    else yield card
  }
}

/** As many as a crash test for the finding of bugs has, in each life of a process. */
export const SLOW_POINTS_PER_LIFE = 3

/**
 * Chooses where the next life of a process is slow. Races need no crash, only somebody who is late: with other places in
 * every life, each of them is late sooner or later, and often.
 */
export function createSlowPoints(seed: number, count: number): () => Arming[] {
  const random = createSeededRandom(seed)
  const draw = createDeck(random, CRASH_POINTS)
  return () =>
    Array.from({ length: count }, () => ({ arm: draw(), action: { delayMs: random.between(100, 1000) } }))
}

/** Draws without putting back, and shuffles again when none is left. */
function createDeck<Card>(random: SeededRandom, cards: readonly Card[]): () => Card {
  let left: Card[] = []
  return () => {
    if (left.length === 0) left = [...cards]
    const index = Math.floor(random.between(0, left.length))
    return left.splice(index, 1)[0]!
  }
}

function* pauseAt(random: SeededRandom, pause: Extract<Fault, { kind: 'PAUSE' }>): Generator<Fault> {
  // A worker that slept does most harm where the run that took over is just where it was itself.
  const wakeAt = random.pick<WakeStatus | undefined>([undefined, 'RENDERING', 'SAME', 'SAME'])
  yield { ...pause, ...(wakeAt && { wakeAt }) }
  // The one that is to take over is often left alone meanwhile: a sleeper does no harm while nobody has its render.
  if (random.isChance(0.6)) yield { kind: 'LULL' }
}

/** On a busy machine it takes its time until somebody comes by, and each of these few has to happen. */
const SURELY_MS = 120_000

/** What came of the faults so far that a short test has to see. */
export type SeenFaults = { pauses: readonly PauseFacts[]; takeovers: readonly unknown[] }

/** So often the same fault comes once more if nothing has come of it. */
const MOST_REPEATS = 5

/** The least that shows every kind of fault: a handful of kills beside one long pause. */
export function* listFewFaults(random: SeededRandom, seen: SeenFaults): Generator<Fault> {
  yield { kind: 'PAUSE', point: 'files-stored' }
  yield { kind: 'CRASH', victim: 'api', point: 'create-committed', limitMs: SURELY_MS }
  yield {
    kind: 'CRASH',
    victim: 'worker',
    point: random.pick(['video-stored', 'asset-noted', 'job-done']),
    limitMs: SURELY_MS,
  }
  yield { kind: 'KILL', victim: 'postgres' }
  yield { kind: 'KILL', victim: 'render child' }
  yield {
    kind: 'CRASH',
    victim: 'worker',
    point: random.pick(['webhook-posted', 'end-written']),
    limitMs: SURELY_MS,
  }
  yield { kind: 'KILL', victim: 'api' }
  yield { kind: 'KILL', victim: 'worker' }
  yield { kind: 'LOSE', point: 'files-gathered' }
  // Nothing comes of a worker whose render was canceled, or had gone to another before it was struck, as on a slow machine.
  for (let times = 0; seen.takeovers.length === 0 && times < MOST_REPEATS; times++)
    yield { kind: 'LOSE', point: 'files-gathered' }
  yield { kind: 'LULL' }
  for (let times = 0; !seen.pauses.some(({ isTakenUp }) => isTakenUp) && times < MOST_REPEATS; times++) {
    yield { kind: 'PAUSE', point: 'files-stored' }
    yield { kind: 'LULL' }
  }
}
