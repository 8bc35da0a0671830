import {
  type AudioTrack,
  accumulate,
  backOut,
  createSteps,
  ease,
  expoOut,
  type Frame,
  type Motion,
  smoothstep,
} from '@songreel/kit'

/** A print that falls on the table: which of the shots, and when. The first lies there already. */
export type Drop = { shot: number; startSecs: number }

/** Between two prints: each is seen whole for more than two thirds of the time that it lies on top. */
const LEAST_GAP_SECS = 3.8
const FREE_GAP_SECS = 4
/** The last one must be seen whole before the video ends. */
const LAST_SECS = 3.2
/** How long a print takes to come out: loud music is quicker, and in silence it waits no longer than this. */
const DEVELOP_SECS = { loud: 0.9, silent: 1.4 }

/** Prints fall on bars; the last one shows all of the cover again, as the first does. */
export function planDrops({ downbeatSecs, durationSecs }: AudioTrack, shots: number): Drop[] {
  const free = Array.from(
    { length: Math.floor(durationSecs / FREE_GAP_SECS) },
    (_, i) => (i + 0.4) * FREE_GAP_SECS,
  )
  const moments = downbeatSecs.length > 0 ? downbeatSecs : free
  const kept: number[] = []
  for (const secs of moments) {
    const since = secs - (kept.at(-1) ?? Number.NEGATIVE_INFINITY)
    if (secs >= 1 && since >= LEAST_GAP_SECS - 1e-6 && secs <= durationSecs - LAST_SECS) kept.push(secs)
  }
  const falling = kept.length < 2 ? [] : kept
  const others = Math.max(1, shots - 1)
  return [
    { shot: 0, startSecs: Number.NEGATIVE_INFINITY },
    ...falling.map((startSecs, i) => ({
      shot: i === falling.length - 1 ? 0 : 1 + (i % others),
      startSecs,
    })),
  ]
}

/** How the prints and the film move. */
export type TableMotion = {
  /** Which of the drops lies on top. */
  topAt: (frame: Frame) => number
  /** How far the print of a drop has fallen, 0 to 1. */
  fallen: (frame: Frame, drop: number) => number
  /** How much of its picture has come out, 0 to 1. */
  developed: (frame: Frame, drop: number) => number
  /** Pictures of the film that have passed. */
  film: (frame: Frame) => number
}

const FALL_SECS = 0.5

/** Plans when prints fall, how they come out, and how the film runs: on by a part of a picture on every beat. */
export function planMotion(audio: AudioTrack, drops: readonly Drop[], motion: Motion): TableMotion {
  const reach = motion === 'REDUCED' ? 0.3 : 1
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.26, freeSecs: 0.8 })
  const exposure = accumulate(audio, (frame) => 0.34 + 0.9 * audio.loudness(frame))
  const drift = accumulate(audio, (frame) => reach * (0.17 + 0.2 * audio.loudness(frame)))
  const startOf = (drop: number) => drops[drop]?.startSecs ?? Number.NEGATIVE_INFINITY
  const exposureAt = (secs: number) => exposure({ index: Math.max(0, Math.round(secs * audio.fps)) })
  return {
    topAt: ({ secs, fps }) =>
      Math.max(
        0,
        drops.findLastIndex(({ startSecs }) => startSecs <= secs + 0.5 / fps),
      ),
    fallen: ({ secs }, drop) => ease(secs, startOf(drop), FALL_SECS, expoOut),
    developed: (frame, drop) => {
      const start = startOf(drop)
      if (start === Number.NEGATIVE_INFINITY) return 1
      const exposed = (exposure(frame) - exposureAt(start)) / DEVELOP_SECS.loud
      return smoothstep(0, 1, Math.max(exposed, (frame.secs - start) / DEVELOP_SECS.silent))
    },
    film: (frame) => {
      const { count, ageSecs } = beats(frame)
      const step = count === 0 ? 0 : count - 1 + ease(ageSecs, 0, 0.42, backOut)
      return drift(frame) + 0.25 * reach * step
    },
  }
}
