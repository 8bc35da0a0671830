import type { Life, RehearsedScene } from '@songreel/render/authoring'

/** How much a video moves, and whether it moves with the song. */
export type Answer = {
  /** Share of pixels that change from frame to frame. */
  alive: number
  /** Change just after a beat over change elsewhere; NaN where nothing is heard. */
  beat: number
}

/** What comes within so long after a beat is taken for an answer to it. */
const ANSWER_SECS = 0.13

/** Draws all frames of a scene and compares each with the one before. */
export function measureAnswer({ beatSecs, fps, measureLife }: RehearsedScene): Answer {
  const { changedPixels, frames } = measureLife()
  // A video has no frame between two: the one nearest to a beat shows it.
  const halfFrame = 0.5 / fps
  const isAnswer = ({ index }: Life['frames'][number]) =>
    beatSecs.some((secs) => index / fps >= secs - halfFrame && index / fps < secs + ANSWER_SECS)
  const after = frames.filter(isAnswer)
  const elsewhere = frames.filter((frame) => !isAnswer(frame))
  return { alive: changedPixels, beat: mean(after) / mean(elsewhere) }
}

function mean(frames: Life['frames']): number {
  return frames.reduce((sum, { changedPixels }) => sum + changedPixels, 0) / frames.length
}
