import {
  type AudioTrack,
  chance,
  chanceBetween,
  type FieldCells,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  type Layer,
  mix,
  type Palette,
  parseHex,
  type Size,
  smoothstep,
  toGroundTone,
} from '@songreel/kit'

/** Type on the brightest ring has at least this contrast. */
export const RING_CONTRAST = 8
const TONES = { DARK: { low: 0.14, lit: 0.6 }, LIGHT: { low: 0.985, lit: 0.72 } }
/** How fast a beat runs outwards, in short sides a second: far enough apart to be seen as rings. */
const SPEED = 0.62
/** The rings' middle moves to another place with every bar, over this time. */
const MOVE_SECS = 0.35
/** A bar's colour follows the one before it without an edge. */
const CHANGE_SECS = 0.2

/** What the rings are made from. */
export type RingPlan = { size: Size; palette: Palette; audio: AudioTrack; seed: number }

/**
 * The last seconds of the song as rings: every beat runs outwards from behind the words, the first of a bar strongest,
 * and each bar in a colour of its own. Nothing repeats, because no two bars sound alike.
 */
export function sendRings({ size, palette, audio, seed }: RingPlan): Layer {
  const short = Math.min(size.width, size.height)
  const [width, height] = [size.width / short, size.height / short]
  const inks = mixInks(palette, seed)
  const pickInk = (bar: number) => inks[(bar + 2 * inks.length) % inks.length] ?? { low: [], lit: [] }
  const { fps } = audio
  const barSecs = listBars(audio)
  const beats = softenBeats(audio)
  const squash = chanceBetween(0.75, 1.3, seed, 'squash')
  const skew = chanceBetween(-0.35, 0.35, seed, 'skew')
  const middleAt = planMiddle(barSecs, seed)

  const shade = ({ columns, rows, rgb }: FieldCells, frame: Frame) => {
    const middle = middleAt(frame)
    const swell = 0.5 + 0.5 * audio.loudness(frame)
    for (let row = 0; row < rows; row++) {
      const v = ((row + 0.5) / rows - middle.y) * height
      for (let column = 0; column < columns; column++) {
        const u = ((column + 0.5) / columns - middle.x) * width
        const distance = Math.hypot(u + skew * v, v * squash)
        const emittedSecs = frame.secs - distance / SPEED
        const bar = findBar(barSecs, emittedSecs)
        const changed = bar < 0 ? 1 : smoothstep(0, CHANGE_SECS, emittedSecs - (barSecs[bar] ?? 0))
        const heard = smoothstep(-0.1, 0.15, emittedSecs)
        const beat = mix(before(emittedSecs), readCurve(beats, emittedSecs * fps), heard)
        const slow = 0.5 + 0.5 * Math.sin(7 * distance - 2.2 * frame.secs)
        const fade = 1 - 0.45 * smoothstep(0.2, 1.3, distance)
        const light = Math.min(1, (0.12 + 0.24 * slow * swell + beat) * fade)
        const [old, ink] = [pickInk(bar - 1), pickInk(bar)]
        const at = 3 * (row * columns + column)
        for (let channel = 0; channel < 3; channel++) {
          const low = mix(old.low[channel] ?? 0, ink.low[channel] ?? 0, changed)
          const lit = mix(old.lit[channel] ?? 0, ink.lit[channel] ?? 0, changed)
          rgb[at + channel] = mix(low, lit, light)
        }
      }
    }
  }
  return field({ shade, cells: 72 })
}

/** What would have been heard before the video began: a calm pulse, so that its first frame has rings too. */
function before(secs: number): number {
  return 0.4 * (0.5 + 0.5 * Math.sin(4 * Math.PI * secs - Math.PI / 2)) ** 2
}

/** A ring's edge is as wide as a few cells of the field: a sharper one would show them. */
const SOFT_SECS = 0.09

function softenBeats(audio: AudioTrack): Float32Array {
  const reach = Math.max(1, Math.round(SOFT_SECS * audio.fps))
  return Float32Array.from({ length: audio.frameCount }, (_, index) => {
    let [sum, weights] = [0, 0]
    for (let step = -reach; step <= reach; step++) {
      const weight = reach + 1 - Math.abs(step)
      sum += weight * audio.beat({ index: Math.max(0, index + step) })
      weights += weight
    }
    return sum / weights
  })
}

function readCurve(curve: Float32Array, index: number): number {
  const held = Math.max(0, Math.min(curve.length - 1, index))
  const first = Math.floor(held)
  return mix(curve[first] ?? 0, curve[first + 1] ?? curve[first] ?? 0, held - first)
}

/** Bars in quick succession count as one: what fills the frame must not change more often. */
const LEAST_BAR_SECS = 1.1

function listBars({ downbeatSecs }: AudioTrack): number[] {
  const bars: number[] = []
  for (const secs of downbeatSecs) if (secs - (bars.at(-1) ?? -9) >= LEAST_BAR_SECS) bars.push(secs)
  return bars
}

function findBar(barSecs: readonly number[], secs: number): number {
  let bar = -1
  while (bar + 1 < barSecs.length && (barSecs[bar + 1] ?? 0) <= secs) bar++
  return bar
}

type Ink = { low: readonly number[]; lit: readonly number[] }

/** Three colours of the cover in turn; all as light as type allows, so that only the hue changes from bar to bar. */
function mixInks({ accent, accent2, text, theme, isMonochrome, gradient }: Palette, seed: number): Ink[] {
  const { low, lit } = TONES[theme]
  const third = gradient[2] ?? accent
  const order = chance(seed, 'order') < 0.5 ? [accent, accent2, third] : [accent2, accent, third]
  return order.map((colour, index) => {
    const { chroma, hue } = hexToOklch(colour)
    const strong = { hue, chroma: isMonochrome ? 0 : Math.min(0.2, Math.max(0.1, chroma * 1.15)) }
    const tone = fromOklch({ ...strong, lightness: lit })
    return {
      low: parseHex(fromOklch({ ...strong, chroma: strong.chroma * 0.55, lightness: low })),
      // Without hues the bars differ in how bright their rings are.
      lit: parseHex(toGroundTone(tone, text, RING_CONTRAST + (isMonochrome ? 1.5 * index : 0))),
    }
  })
}

/** The middle goes to another corner of the words on every bar. */
function planMiddle(barSecs: readonly number[], seed: number): (frame: Frame) => { x: number; y: number } {
  const place = (bar: number, axis: 'x' | 'y') => chanceBetween(0.2, 0.8, seed, 'middle', axis, bar)
  return ({ secs }) => {
    const bar = findBar(barSecs, secs)
    const moved = bar < 0 ? 1 : smoothstep(0, MOVE_SECS, secs - (barSecs[bar] ?? 0))
    const drift = { x: 0.05 * Math.sin(0.6 * secs), y: 0.04 * Math.cos(0.47 * secs) }
    return {
      x: mix(place(bar - 1, 'x'), place(bar, 'x'), moved) + drift.x,
      y: mix(place(bar - 1, 'y'), place(bar, 'y'), moved) + drift.y,
    }
  }
}
