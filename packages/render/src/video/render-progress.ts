import type { RenderProgress, RenderStage } from '../plan/render-plan.ts'

/** Each stage's share of the progress from 0 to 100; drawing takes nearly all of the time. */
const STAGE_PERCENT: Record<RenderStage, [from: number, to: number]> = {
  READING: [0, 1],
  ANALYSING: [1, 5.5],
  DRAWING: [5.5, 89],
  CHECKING: [89, 100],
}

const REPORT_MS = 200

/** Reports how far a render is, and keeps the time of each stage. */
export type ProgressReport = {
  /** Reports from now on, at every stage and in between. */
  start(): void
  enter(stage: RenderStage): void
  /** How many frames there will be, and where to read how many there are. */
  followFrames(frameCount: number, framesDone: () => number): void
  /** How much of the sound was read for encoding, which may take long before the first frame is written. */
  noteSound(secs: number): void
  /** How many chapters of an album were looked at for a place for a logo. */
  noteLooked(chapters: number, of: number): void
  stages(): Record<RenderStage, number>
  close(): void
}

/** A report that calls `onProgress` five times a second, as a sign of life, with numbers that never fall. */
export function createProgressReport(
  onProgress: ((progress: RenderProgress) => void) | undefined,
): ProgressReport {
  const stages: Record<RenderStage, number> = { READING: 0, ANALYSING: 0, DRAWING: 0, CHECKING: 0 }
  let stage: RenderStage = 'READING'
  let stageStartMs = performance.now()
  let drawing: Drawing = { frameCount: 0, framesDone: () => 0, startMs: 0, startFrames: 0 }
  let soundSecs = 0
  let seenFrames = 0
  let looked: RenderProgress['looked']

  const report = () => {
    const looks = stage === 'ANALYSING' && looked && { looked }
    const drawn =
      stage === 'DRAWING' && drawing.frameCount > 0 ? drawing.framesDone() / drawing.frameCount : 0
    const share = looks ? looks.looked.chapters / looks.looked.of : drawn
    const [from, to] = STAGE_PERCENT[stage]
    const percent = Math.round((from + (to - from) * Math.min(1, share)) * 10) / 10
    onProgress?.({ stage, percent, ...describeFrames(drawing, stage), soundSecs, ...looks })
  }
  const leave = () => {
    stages[stage] += performance.now() - stageStartMs
    stageStartMs = performance.now()
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(report, REPORT_MS)
    },
    enter(next) {
      leave()
      stage = next
      report()
    },
    followFrames(frameCount, framesDone) {
      drawing = { frameCount, framesDone, startMs: performance.now(), startFrames: 0 }
    },
    noteSound(secs) {
      soundSecs = secs
      const frames = drawing.framesDone()
      // Frames that wait for the sound say nothing about how fast they are drawn.
      if (frames === seenFrames) drawing = { ...drawing, startMs: performance.now(), startFrames: frames }
      seenFrames = frames
    },
    noteLooked(chapters, of) {
      looked = { chapters, of }
      report()
    },
    stages() {
      leave()
      return stages
    },
    close: () => clearInterval(timer),
  }
}

type Drawing = { frameCount: number; framesDone: () => number; startMs: number; startFrames: number }

function describeFrames(
  { frameCount, framesDone, startMs, startFrames }: Drawing,
  stage: RenderStage,
): Pick<RenderProgress, 'frames' | 'frameCount' | 'fps' | 'etaSecs'> {
  const frames = Math.min(frameCount, framesDone())
  const secs = (performance.now() - startMs) / 1000
  if (stage !== 'DRAWING' || frames <= startFrames) return { frames, frameCount, fps: 0, etaSecs: null }
  const fps = (frames - startFrames) / secs
  return {
    frames,
    frameCount,
    fps: Math.round(fps * 10) / 10,
    etaSecs: Math.ceil((frameCount - frames) / fps),
  }
}
