import {
  type AudioTrack,
  type Box,
  type Cover,
  chanceBetween,
  type FieldCells,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  type Layer,
  type Motion,
  measureOpenness,
  mix,
  mixColours,
  parseHex,
  type Size,
  smoothstep,
  toGroundTone,
  toHex,
} from '@songreel/kit'

/** The cover is melted down to so many colours along each side. */
const SAMPLES = 12
/** Behind type the ground is deep enough for lines that are not being sung to be readable and still step back. */
export const TYPE_CONTRAST = 9
/** In its shadows it is a little deeper, and a colour still. */
const SHADOW_CONTRAST = 12.5
/** Lightness of the ground where no type stands. */
const OPEN = { DARK: 0.58, LIGHT: 0.78 }
/** How fast the colours flow, in radians a second: always, with the loudness, and with each beat. */
const FLOW = { always: 1.3, loudness: 1.5, beat: 10.5 }
/** A louder part of the song begins with a surge. */
const SURGE = { perEnergy: 16, secs: 0.45 }

/** What the ground is made from. */
export type GroundPlan = {
  size: Size
  cover: Cover
  audio: AudioTrack
  seed: number
  type: readonly Box[]
  motion: Motion
}

/** The cover as liquid: its own colours in their own places, folded into each other, flowing on with every beat. */
export function meltCover({ size, cover, audio, seed, type, motion }: GroundPlan): Layer {
  const tones = melt(cover)
  const flow = planFlow(audio, motion)
  const turns = [0, 1, 2, 3].map((key) => chanceBetween(0, 2 * Math.PI, seed, 'turn', key))
  const [turnA = 0, turnB = 0, turnC = 0, turnD = 0] = turns
  const short = Math.min(size.width, size.height)
  let openness: Float32Array | undefined

  const shade = (cells: FieldCells, frame: Frame) => {
    const { columns, rows, rgb } = cells
    openness ??= measureOpenness(cells, size, type)
    const phase = flow[frame.index] ?? 0
    let at = 0
    for (let row = 0; row < rows; row++) {
      const v = ((row + 0.5) / rows) * (size.height / short)
      const swayU = 0.26 * Math.sin(2.1 * v + 0.8 * phase + turnA)
      const rippleU = 0.07 * Math.sin(6.1 * v - 1.7 * phase + turnC)
      for (let column = 0; column < columns; column++, at += 3) {
        const u = ((column + 0.5) / columns) * (size.width / short)
        const x = u + swayU + rippleU
        const y = v + 0.26 * Math.sin(2.4 * u - 0.7 * phase + turnB) + 0.07 * Math.sin(5.3 * x + 1.3 * phase)
        const wave = Math.sin(4.4 * x + 1.1 * phase + turnC) + 0.7 * Math.sin(5.6 * y - phase + turnD)
        const light = smoothstep(-0.9, 1, wave)
        paintCell(rgb, at, tones, x, y, light, light * (openness[at / 3] ?? 0))
      }
    }
  }
  return field({ shade, cells: 42 })
}

/** Red, green and blue of every sample in three tones. */
type Tones = { low: Float32Array; high: Float32Array; open: Float32Array }

/** Paints a cell that looks at a place in the melted cover, has so much light, and of that so much far from type. */
function paintCell(
  rgb: Float32Array,
  at: number,
  { low, high, open }: Tones,
  x: number,
  y: number,
  light: number,
  free: number,
): void {
  // The cover goes on mirrored beyond its edges.
  const across = fold(0.1 + 0.8 * x) * (SAMPLES - 1)
  const down = fold(0.1 + 0.8 * y) * (SAMPLES - 1)
  const left = Math.min(SAMPLES - 2, Math.floor(across))
  const top = Math.min(SAMPLES - 2, Math.floor(down))
  const shareX = across - left
  const shareY = down - top
  const upper = (top * SAMPLES + left) * 3
  // Written out: this runs for every cell of every frame.
  const corner = shareX * shareY
  const right = shareX - corner
  const bottom = shareY - corner
  const first = 1 - shareX - bottom
  for (let channel = 0; channel < 3; channel++) {
    const i = upper + channel
    const held =
      (1 - light) * readTone(low, i, first, right, bottom, corner) +
      (light - free) * readTone(high, i, first, right, bottom, corner)
    rgb[at + channel] = free > 0 ? held + free * readTone(open, i, first, right, bottom, corner) : held
  }
}

/** Between four samples, of which each has its weight. */
function readTone(
  tone: Float32Array,
  i: number,
  first: number,
  right: number,
  bottom: number,
  corner: number,
): number {
  const k = i + SAMPLES * 3
  return first * tone[i]! + right * tone[i + 3]! + bottom * tone[k]! + corner * tone[k + 3]!
}

/** There and back between 0 and 1. */
function fold(value: number): number {
  const turn = Math.abs(value) % 2
  return turn > 1 ? 2 - turn : turn
}

/** The two colours that the cover gives grounds, where it has something like them: the lighter and the nearer a place, the more of the second. */
function melt({ picture: { pixels, width, height }, palette }: Cover): Tones {
  const { grounds, hasBrandGround, background, text } = palette
  const open = OPEN[palette.theme]
  const [main, second] = grounds.map((colour) => (hasBrandGround ? colour : giveLightness(colour, open))) as [
    string,
    string,
  ]
  const most = hasBrandGround ? 1 : kinship(main, second)
  const deeper = NEUTRAL.deeper * (1 - smoothstep(NEUTRAL.from, NEUTRAL.to, hexToOklch(main).chroma))
  const tones: Tones = {
    low: new Float32Array(SAMPLES * SAMPLES * 3),
    high: new Float32Array(SAMPLES * SAMPLES * 3),
    open: new Float32Array(SAMPLES * SAMPLES * 3),
  }
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const area = {
      x: (sample % SAMPLES) / SAMPLES,
      y: Math.floor(sample / SAMPLES) / SAMPLES,
    }
    const own = averageArea(pixels, { width, height }, area)
    const put = (tone: Float32Array, hex: string) => tone.set(parseHex(hex), sample * 3)
    const lit = mixColours(main, second, most * shareOf(own, main, second))
    put(tones.low, hasBrandGround ? background : toGroundTone(lit, text, SHADOW_CONTRAST + deeper))
    put(tones.high, toGroundTone(lit, text, TYPE_CONTRAST + deeper))
    put(
      tones.open,
      deeper > 0 && !hasBrandGround
        ? toGroundTone(lit, text, mix(1, OPEN_NEUTRAL, deeper / NEUTRAL.deeper))
        : lit,
    )
  }
  return tones
}

/** A ground with hardly any colour is a noble black or a clean white; in between it would be dust. */
const NEUTRAL = { from: 0.03, to: 0.075, deeper: 3.5 }
const OPEN_NEUTRAL = 6

/** How much of the second colour a place of the cover is made of. */
function shareOf(own: string, main: string, second: string): number {
  const { hue, chroma, lightness } = hexToOklch(own)
  const near = (to: string) => Math.cos(hue - hexToOklch(to).hue)
  const lean = smoothstep(0.02, 0.1, chroma) * (near(second) - near(main))
  return smoothstep(-0.5, 0.5, lean + lightness - 0.5)
}

/** Colours that lie across from each other would be grey in between: of these only the first is used. */
function kinship(one: string, other: string): number {
  return smoothstep(-0.4, 0.4, Math.cos(hexToOklch(one).hue - hexToOklch(other).hue))
}

/** The colour at another lightness, no stronger than a surface that fills the frame may be. */
function giveLightness(colour: string, lightness: number): string {
  const { chroma, hue } = hexToOklch(colour)
  return fromOklch({ hue, chroma: Math.min(MOST_CHROMA, chroma), lightness })
}

const MOST_CHROMA = 0.16

/** How many pixels along each side stand for a sample's area. */
const PROBES = 10

function averageArea(pixels: ArrayLike<number>, { width, height }: Size, { x, y }: { x: number; y: number }) {
  let [red, green, blue] = [0, 0, 0]
  for (let probe = 0; probe < PROBES * PROBES; probe++) {
    const column = Math.floor((x + ((probe % PROBES) + 0.5) / PROBES / SAMPLES) * width)
    const row = Math.floor((y + (Math.floor(probe / PROBES) + 0.5) / PROBES / SAMPLES) * height)
    const at = (row * width + column) * 4
    red += pixels[at] ?? 0
    green += pixels[at + 1] ?? 0
    blue += pixels[at + 2] ?? 0
  }
  const share = PROBES * PROBES
  return toHex([red / share, green / share, blue / share])
}

/** How far the colours have flowed by each frame: the sum of all beats so far, so that it never repeats. */
function planFlow(audio: AudioTrack, motion: Motion): Float32Array {
  const { frameCount, fps, sections } = audio
  const flow = new Float32Array(frameCount)
  const surges = sections.flatMap(({ startSecs, energy }, index) => {
    const lift = energy - (sections[index - 1]?.energy ?? energy)
    return lift > 0 && motion === 'FULL' ? [{ startSecs, lift }] : []
  })
  for (let index = 1; index < frameCount; index++) {
    const frame = { index }
    const secs = index / fps
    const surge = surges.reduce((sum, { startSecs, lift }) => {
      const age = secs - startSecs
      return age < 0 ? sum : sum + SURGE.perEnergy * lift * Math.exp(-age / SURGE.secs)
    }, 0)
    const speed =
      FLOW.always + FLOW.loudness * audio.loudness(frame) + FLOW.beat * audio.beat(frame) ** 1.5 + surge
    flow[index] = (flow[index - 1] ?? 0) + speed / fps
  }
  return flow
}
