import type { ClipFile } from '../compose/clip-file.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { planCuts } from './plan-cuts.ts'
import { planShots, type Shot } from './plan-shots.ts'

/** The video that a film lies behind. */
export type FilmForm = { fps: number; frameCount: number; seed: number }

/** A single clip of at most this length is meant to be a loop. */
const LONGEST_LOOP_SECS = 20
/** One that is hardly shorter than a bar comes again at once. */
const SHORTEST_LOOP_SECS = 1

/** A film out of a song's videos, to lie behind something: cut on bars, slowly; a single short one goes around. */
export function planFilm(audio: AudioTrack, clips: readonly ClipFile[], form: FilmForm): Shot[] {
  const { fps, frameCount, seed } = form
  const [only] = clips
  const isLoop = clips.length === 1 && only !== undefined && only.durationSecs <= LONGEST_LOOP_SECS
  if (isLoop) return planLoop(audio, only, form)
  const cuts = planCuts(audio, 'SLOW', { fps, frameCount })
  return planShots(cuts, clips, { fps, seed, beatSecs: audio.beatSecs })
}

/** From its start to the last bar that it reaches, again and again. */
function planLoop({ downbeatSecs }: AudioTrack, { durationSecs, looks }: ClipFile, form: FilmForm): Shot[] {
  const { fps, frameCount } = form
  const lengthSecs = Math.max(SHORTEST_LOOP_SECS, durationSecs)
  const frames: number[] = []
  for (let secs = 0; secs * fps < frameCount - 0.5; ) {
    frames.push(Math.round(secs * fps))
    const last = downbeatSecs.findLast(
      (each) => each > secs + SHORTEST_LOOP_SECS && each <= secs + lengthSecs,
    )
    // What lasts until the end of the video is not begun again before.
    const isLast = (secs + lengthSecs) * fps >= frameCount
    // Bars of which the clip would leave half out are no place to begin again.
    secs = !isLast && last !== undefined && last - secs > 0.5 * lengthSecs ? last : secs + lengthSecs
  }
  return frames.map((startFrame, i) => ({
    startFrame,
    endFrame: frames[i + 1] ?? frameCount,
    isLoud: false,
    whip: 0,
    clip: 0,
    fromSecs: 0,
    speed: 1,
    looks: { from: looks[0], to: looks.at(-1) },
  }))
}

/** What is looked at of a shot: so many moments, its first and its last among them. */
export function listMoments(
  { startFrame, endFrame, fromSecs, speed }: Shot,
  fps: number,
  count: number,
): number[] {
  const lengthSecs = (speed * Math.max(0, endFrame - startFrame - 1)) / fps
  return Array.from({ length: count }, (_, i) => fromSecs + (lengthSecs * i) / Math.max(1, count - 1))
}
