import {
  type AudioTrack,
  type Chapter,
  clamp01,
  type FieldCells,
  type Frame,
  field,
  type Layer,
  limitLight,
  type Palette,
  parseHex,
  type RingCircle,
  type Size,
  smoothstep,
  toGroundTone,
} from '@songreel/kit'

/** What the waves come from and how they look. */
export type WavesPlan = {
  size: Size
  audio: AudioTrack
  palette: Palette
  chapters: readonly Chapter[]
  source: RingCircle
  /** 1: from the disc to the edges; -1: from the edges to the disc. */
  direction: number
  /** Where the second colour stands around the disc, in turns. */
  turn: (frame: Frame) => number
}

/** How long a wave takes to cross the longer side of the frame. */
const CROSSING_SECS = 1.5
const CELLS = 56
/** A drop sends out a wave of its own that fades within this time. */
const DROP_SECS = 0.5

/**
 * The ground: rings of light that leave the disc. Each ring is what the bass did a moment ago, so that the sound is
 * seen to travel.
 */
export function waves({ size, audio, palette, chapters, source, direction, turn }: WavesPlan): Layer {
  const longer = Math.max(size.width, size.height)
  const framesPerPx = (CROSSING_SECS * audio.fps) / longer
  const [deep, first, second] = chooseColours(palette)
  const signal = readSignal(audio, chapters)
  let polar: Polar | undefined
  const shade = (cells: FieldCells, frame: Frame) => {
    polar ??= measurePolar(cells, size, source)
    const shift = turn(frame) * 2 * Math.PI
    const { rgb } = cells
    for (let i = 0; i < polar.radius.length; i++) {
      const radius = polar.radius[i] ?? 0
      const light = signal(frame.index - direction * radius * framesPerPx) * (polar.fade[i] ?? 0)
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
function readSignal(audio: AudioTrack, chapters: readonly Chapter[]): (index: number) => number {
  const drops = chapters.filter(({ isDrop }) => isDrop).map(({ startSecs }) => startSecs)
  const levels = Float32Array.from({ length: audio.frameCount }, (_, index) => {
    const secs = index / audio.fps
    const drop = drops.reduce((most, start) => Math.max(most, fade(secs - start)), 0)
    const beat = 0.45 * audio.beat({ index }) + 0.2 * audio.downbeat({ index })
    return clamp01(0.12 + 0.35 * audio.bass({ index }) + beat + 0.6 * drop)
  })
  const last = audio.frameCount - 1
  return (index) => {
    const at = Math.max(0, Math.min(last, index))
    const low = Math.floor(at)
    const a = levels[low] ?? 0
    return a + ((levels[Math.min(last, low + 1)] ?? 0) - a) * (at - low)
  }
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
  const { background, text, accent, accent2, theme } = palette
  const lights = [accent, accent2].map((colour) =>
    limitLight(background, toGroundTone(colour, text, theme === 'DARK' ? 7.6 : 9)),
  )
  return [parseHex(background), parseHex(lights[0] ?? background), parseHex(lights[1] ?? background)]
}
