import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box } from '../geometry.ts'
import { bars } from '../layers/bars.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { backOut, clamp01 } from '../paint/easing.ts'
import type { AudioTrack } from '../track/audio-track.ts'

/** What the waveform follows and how it looks. */
export type DancingWaveformPlan = {
  audio: AudioTrack
  barCount: number
  /** Bar width as a part of the distance between bars. */
  thickness: number
  /** What is still to come, and what has been played. */
  comingColour: string
  playedColour: string
}

/** The waveform leaves the rest of its height to bars that swell at the playhead. */
const REST_HEIGHT = 0.72
/** What has been played dances with the sound of now, low notes at the playhead: this much of a bar stands, and so much is added. */
const STANDING = 0.74
const DANCE = 0.6
/** A bar grows for so long when the playhead comes, and swells with the bass for so long after. */
const GROW_SECS = 0.42
const SWELL_SECS = 0.5
const SWELL = 0.3
/** Every beat sends a ripple back from the playhead over what has been played: so far a second, so long, so high. */
const RIPPLE_SPEED = 0.55
const RIPPLE_WIDTH = 0.09
const RIPPLE_SECS = 1.6
const RIPPLE = 0.5
/** On every beat all that has been played jumps, by so much. */
const JUMP = 0.5

/** What is still to come, quiet and at rest, and over it what has been played, bar by bar. */
export function dancingWaveform(box: Box, plan: DancingWaveformPlan): Layer[] {
  const { audio, barCount, thickness, comingColour, playedColour } = plan
  const pitch = box.width / (barCount - 1 + thickness)
  const width = pitch * thickness
  const heights = shapePeaks(audio.waveform(barCount)).map((peak) => width + (box.height - width) * peak)
  const coming = paint(box, (ctx) => {
    ctx.beginPath()
    for (const [i, height] of heights.entries()) {
      ctx.roundRect(i * pitch, (box.height - height) / 2, width, height, width / 2)
    }
    ctx.fill()
  })
  return [
    sprite(coming, { colour: comingColour }),
    bars(box, {
      levels: followPlayhead(
        audio,
        heights.map((height) => height / box.height),
      ),
      count: barCount,
      thickness,
      minHeight: 0,
      grow: 'MIDDLE',
      colour: playedColour,
    }),
  ]
}

/** Peaks of a loud master lie close together: spreads them so that the song's shape is seen. */
function shapePeaks(peaks: Float32Array): Float32Array {
  const sorted = [...peaks].sort((a, b) => a - b)
  const low = sorted[Math.floor(sorted.length * 0.05)]!
  const high = sorted[Math.floor((sorted.length - 1) * 0.97)]!
  if (!(high > 0)) return peaks
  const floor = Math.min(low * 0.85, high * 0.6)
  return peaks.map((peak) => REST_HEIGHT * clamp01((peak - floor) / (high - floor)) ** 1.35)
}

/** The highest notes dance so far behind the playhead, and beyond. */
const REACH = 0.7

/** Heights of the bars that have been played; the others have none. */
function followPlayhead(audio: AudioTrack, heights: Float32Array): (frame: Frame) => Float32Array {
  const levels = new Float32Array(heights.length)
  return (frame) => {
    const bass = audio.bass(frame)
    const jump = 1 + JUMP * audio.beat(frame)
    const bands = audio.bands(frame)
    const playhead = frame.secs / audio.durationSecs
    const ripples = audio.beatSecs.flatMap((secs) => {
      const ageSecs = frame.secs - secs
      if (ageSecs < 0 || ageSecs > RIPPLE_SECS) return []
      const at = secs / audio.durationSecs - RIPPLE_SPEED * ageSecs
      return [{ at, height: RIPPLE * (1 - ageSecs / RIPPLE_SECS) }]
    })
    for (const [i, height] of heights.entries()) {
      const ripple = ripples.reduce(
        (sum, { at, height: top }) =>
          sum + top * Math.exp(-(((i / heights.length - at) / RIPPLE_WIDTH) ** 2)),
        0,
      )
      const ageSecs = frame.secs - (i / heights.length) * audio.durationSecs
      const swell = 1 + SWELL * bass * Math.exp(-((ageSecs / SWELL_SECS) ** 2))
      const away = Math.min(1, Math.max(0, playhead - i / heights.length) / REACH)
      const dance = STANDING + DANCE * (bands[Math.round(away * (bands.length - 1))] ?? 0)
      levels[i] =
        ageSecs > 0 ? clamp01(height * backOut(ageSecs / GROW_SECS) * (swell * dance * jump + ripple)) : 0
    }
    return levels
  }
}
