import {
  type AudioTrack,
  backOut,
  bars,
  clamp01,
  ease,
  type Frame,
  glow,
  type Layer,
  mixColours,
  type Palette,
  paint,
  sineInOut,
  sprite,
  toGroundTone,
} from '@songreel/kit'
import type { CardLayout } from './layout.ts'
import type { Timing } from './timing.ts'

/** Bar width as a part of the distance between bars. */
const THICKNESS = 0.5
/** The waveform leaves the rest of its height to bars that swell at the playhead. */
const REST_HEIGHT = 0.72
/** What has been played dances with the sound of now, low notes at the playhead: this much of a bar stands, and so much is added. */
const STANDING = 0.74
const DANCE = 0.6
/** A bar grows for so long when the playhead comes, and swells with the bass for so long after. */
const GROW_SECS = 0.42
const SWELL_SECS = 0.5
const SWELL = 0.3
const FIRST_LIGHT = 0.7
const LAMP_LIGHT = 0.6
/** Every beat sends a ripple back from the playhead over what has been played: so far a second, so long, so high. */
const RIPPLE_SPEED = 0.55
const RIPPLE_WIDTH = 0.09
const RIPPLE_SECS = 1.6
const RIPPLE = 0.5

/** What is still to come, quiet and at rest, and over it what has been played, bar by bar. */
export function drawWaveform(
  audio: AudioTrack,
  { waveform: box, barCount }: CardLayout,
  palette: Palette,
  { barSecs }: Timing,
): Layer[] {
  const pitch = box.width / (barCount - 1 + THICKNESS)
  const width = pitch * THICKNESS
  const heights = shapePeaks(audio.waveform(barCount)).map((peak) => width + (box.height - width) * peak)
  const coming = paint(box, (ctx) => {
    ctx.beginPath()
    for (const [i, height] of heights.entries()) {
      ctx.roundRect(i * pitch, (box.height - height) / 2, width, height, width / 2)
    }
    ctx.fill()
  })
  return [
    sprite(coming, {
      colour: mixColours(palette.background, palette.text, 0.26),
    }),
    // The song lies there in full light and dims within its first bar: nothing of it has been played yet.
    sprite(coming, {
      colour: palette.accent,
      opacity: (frame) => FIRST_LIGHT * (1 - ease(frame.secs, 0, barSecs, sineInOut)),
    }),
    bars(box, {
      levels: followPlayhead(
        audio,
        heights.map((height) => height / box.height),
      ),
      count: barCount,
      thickness: THICKNESS,
      minHeight: 0,
      grow: 'MIDDLE',
      colour: palette.accent,
    }),
  ]
}

/** The light around the playhead, which rises with the bass and travels with it. */
export function lightPlayhead(audio: AudioTrack, { waveform: box }: CardLayout, { accent }: Palette): Layer {
  const radius = box.height / 2
  const lamp = paint({ x: box.x - radius, y: box.y, width: 2 * radius, height: box.height }, (ctx) => {
    ctx.beginPath()
    ctx.arc(radius, radius, radius, 0, 7)
    ctx.fill()
  })
  return glow(lamp.shape, {
    colour: accent,
    strength: (frame) => LAMP_LIGHT * (0.4 + 0.6 * audio.glow(frame)),
    spread: 1.2 * radius,
    x: (frame) => box.width * frame.position,
  })
}

/** A wide light at the foot of the card, from behind the waveform: the whole ground answers the song. */
export function lightGround(
  { waveform: box, frame: { size, scale } }: CardLayout,
  { accent, text }: Palette,
  { light }: Timing,
): Layer {
  const lamp = paint({ x: 0, y: box.y, width: size.width, height: box.height }, (ctx, { width, height }) => {
    ctx.beginPath()
    ctx.ellipse(width / 2, height / 2, 0.46 * width, height / 2, 0, 0, 7)
    ctx.fill()
  })
  // Type stands on it, so that it is no brighter than type allows.
  return glow(lamp.shape, {
    colour: toGroundTone(accent, text, LAMP_CONTRAST),
    strength: light,
    scale: (at) => 1 + 0.25 * light(at),
    spread: scale(260),
  })
}

const LAMP_CONTRAST = 8

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
      levels[i] = ageSecs > 0 ? clamp01(height * backOut(ageSecs / GROW_SECS) * (swell * dance + ripple)) : 0
    }
    return levels
  }
}
