import { accumulate } from '../compose/accumulate.ts'
import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { type FieldCells, field } from '../layers/field.ts'
import type { RingCircle } from '../layers/ring.ts'
import { parseHex } from '../paint/colour.ts'
import { clamp01, mix, smoothstep } from '../paint/easing.ts'
import { limitLight } from '../paint/flash-safety.ts'
import { toGroundTone } from '../paint/ground-tone.ts'
import type { Palette } from '../paint/palette.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import type { Chapter } from '../track/chapters.ts'

/** What the rings come from and how they look. */
export type SoundRingsPlan = {
  size: Size
  audio: AudioTrack
  palette: Palette
  chapters: readonly Chapter[]
  source: RingCircle
  /** Where the second colour stands around the disc, in turns. */
  turn: (frame: Frame) => number
}

/** How much of the longer side a wave crosses in a second: always, and on a beat, which drives all of them on. */
const SPEED = { always: 0.24, beat: 1.1 }
/** Into so many steps the way across the frame is divided. */
const STEPS = 160
const CELLS = 56
/** A drop sends out a wave of its own that fades within this time. */
const DROP_SECS = 0.5

/**
 * The ground: rings of light that leave the disc. Each ring is what the bass did a moment ago, so that the sound is
 * seen to travel.
 */
export function soundRings({ size, audio, palette, chapters, source, turn }: SoundRingsPlan): Layer {
  const stepsPerPx = STEPS / Math.hypot(size.width, size.height)
  const [deep, first, second] = chooseColours(palette)
  const travel = planTravel(audio, readSignal(audio, chapters), size)
  let polar: Polar | undefined
  const shade = (cells: FieldCells, frame: Frame) => {
    polar ??= measurePolar(cells, size, source)
    const shift = turn(frame) * 2 * Math.PI
    const lights = travel(frame)
    const { rgb } = cells
    for (let i = 0; i < polar.radius.length; i++) {
      const radius = polar.radius[i] ?? 0
      const light = readStep(lights, radius * stepsPerPx) * (polar.fade[i] ?? 0)
      const side = 0.5 + 0.5 * Math.sin((polar.angle[i] ?? 0) + shift)
      for (let axis = 0; axis < 3; axis++) {
        const ground = deep[axis] ?? 0
        const glow = (first[axis] ?? 0) * side + (second[axis] ?? 0) * (1 - side)
        rgb[3 * i + axis] = ground + (glow - ground) * light
      }
    }
  }
  return field({ cells: CELLS, shade })
}

/** The bass, with a strong wave where a drop begins; before the first frame the music is taken to be as it is there. */
function readSignal(audio: AudioTrack, chapters: readonly Chapter[]): Float32Array {
  const drops = chapters.filter(({ isDrop }) => isDrop).map(({ startSecs }) => startSecs)
  const levels = Float32Array.from({ length: audio.frameCount }, (_, index) => {
    const secs = index / audio.fps
    const drop = drops.reduce((most, start) => Math.max(most, fade(secs - start)), 0)
    const beat = 0.34 * audio.beat({ index }) + 0.18 * audio.downbeat({ index })
    return clamp01(0.12 + 0.22 * audio.bass({ index }) + beat + 0.6 * drop)
  })
  return levels
}

/** The light at each step of the way from the disc: what was heard there when its wave set out. */
function planTravel(audio: AudioTrack, levels: Float32Array, size: Size): (frame: Frame) => Float32Array {
  const wayAt = accumulate(audio, (frame) => SPEED.always + SPEED.beat * audio.beat(frame))
  const perStep = Math.hypot(size.width, size.height) / Math.max(size.width, size.height) / STEPS
  const lights = new Float32Array(STEPS + 1)
  return (frame) => {
    const now = wayAt(frame)
    let index = frame.index
    for (let step = 0; step <= STEPS; step++) {
      const setOut = now - step * perStep
      while (index > 0 && wayAt({ index: index - 1 }) >= setOut) index--
      const [earlier, later] = [wayAt({ index: index - 1 }), wayAt({ index })]
      const share = later > earlier ? Math.max(0, Math.min(1, (setOut - earlier) / (later - earlier))) : 1
      lights[step] = mix(levels[Math.max(0, index - 1)] ?? 0, levels[index] ?? 0, share)
    }
    return lights
  }
}

function readStep(lights: Float32Array, at: number): number {
  const low = Math.min(STEPS - 1, Math.floor(at))
  return mix(lights[low] ?? 0, lights[low + 1] ?? 0, Math.min(1, at - low))
}

function fade(ageSecs: number): number {
  return ageSecs < 0 ? 0 : Math.exp(-ageSecs / DROP_SECS)
}

type Polar = { radius: Float32Array; angle: Float32Array; fade: Float32Array }

/** Distance and direction of every cell from the disc; light fades with distance. */
function measurePolar({ columns, rows }: FieldCells, size: Size, source: RingCircle): Polar {
  const count = columns * rows
  const polar = {
    radius: new Float32Array(count),
    angle: new Float32Array(count),
    fade: new Float32Array(count),
  }
  for (let i = 0; i < count; i++) {
    const dx = (((i % columns) + 0.5) / columns) * size.width - source.x
    const dy = ((Math.floor(i / columns) + 0.5) / rows) * size.height - source.y
    const radius = Math.hypot(dx, dy)
    polar.radius[i] = Math.max(0, radius - source.radius)
    polar.angle[i] = Math.atan2(dy, dx)
    // A dark rim sets the disc apart from its own light.
    const rim = smoothstep(0.9, 1.5, radius / source.radius)
    polar.fade[i] = (0.3 + 0.7 * rim) / (1 + (0.3 * Math.max(0, radius - source.radius)) / source.radius)
  }
  return polar
}

type Rgb = readonly [number, number, number]

/** The ground, and two lights of the cover's colours that leave type readable and never flash. */
function chooseColours(palette: Palette): [Rgb, Rgb, Rgb] {
  const { background, text, grounds, theme } = palette
  const lights = grounds.map((colour) =>
    limitLight(background, toGroundTone(colour, text, theme === 'DARK' ? 7.6 : 9)),
  )
  return [parseHex(background), parseHex(lights[0] ?? background), parseHex(lights[1] ?? background)]
}
