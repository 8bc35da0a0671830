import {
  type Box,
  blendOver,
  type Cover,
  clamp01,
  contrast,
  cropToFill,
  type FieldCells,
  type Frame,
  field,
  fromOklch,
  hexToOklch,
  type Layer,
  parseHex,
  type Size,
  toHex,
} from '@songreel/render/kit'

/** What stays readable on the wall, however bright it is: colours and their least contrast. */
export type WallInk = readonly { colour: string; contrast: number }[]

/** The wall of one art track. */
export type WallProps = {
  size: Size
  /** Where the cover hangs. */
  box: Box
  ground: string
  ink: WallInk
  /** How much light the cover gives, 0 to 1. */
  level: (frame: Frame) => number
}

/** The light changes so often: it comes and goes within a second and more. */
const LIGHT_PER_SEC = 15
/** The share of the cover's own colour that the wall may take on right beside it. */
const MAX_LIGHT = 0.7
/** How far the light reaches, as a part of the cover's side. */
const REACH = 0.42
/** Along each side of the cover that faces the wall. */
const LAMP_COUNT = 24
/** A lamp has the colour of this deep a strip of the cover. */
const STRIP = 0.4
/** The light wanders along the edge: by how much it swells, over how much of the edge, and for how long. */
const SWELL = 0.45
const SWELL_LENGTH = 0.9
const SWELL_SECS = 24
/** Stronger and weaker light lie on the edge at the same time: so much of a swell is left where they add up. */
const SWELL_SHARE = 0.3

/** The wall beside the cover, lit by it: every stretch of the cover's edge is a lamp of its own colour. */
export function drawWall(cover: Cover, props: WallProps): Layer {
  let light: LightMaps | undefined
  return field({
    cells: 56,
    timesPerSec: LIGHT_PER_SEC,
    shade: (cells, frame) => {
      light ??= castLight(cells, placeLamps(cover, props), props)
      const level = props.level(frame)
      const turn = (2 * Math.PI * frame.secs) / SWELL_SECS
      const cos = level * SWELL * Math.cos(turn)
      const sin = level * SWELL * Math.sin(turn)
      for (let i = 0; i < cells.rgb.length; i++) {
        cells.rgb[i] =
          light.ground[i]! + level * light.steady[i]! + cos * light.even[i]! + sin * light.odd[i]!
      }
    },
  })
}

/** The ground, and what the lamps add to it in every cell: a steady part, and the two halves of a travelling wave. */
type LightMaps = Record<'ground' | 'steady' | 'even' | 'odd', Float32Array>

/** A place on the cover's edge, how far along it that is in swells, and the light it gives. */
type Lamp = { x: number; y: number; phase: number; light: readonly [number, number, number] }

/** Sums up the lamps cell by cell; near the cover's edge the wall has `MAX_LIGHT` of their colour. */
function castLight({ columns, rows, rgb }: FieldCells, lamps: Lamp[], props: WallProps): LightMaps {
  const { size, box } = props
  const ground = parseHex(props.ground)
  const maps = {
    ground: rgb.map((_, i) => ground[i % 3]!),
    steady: new Float32Array(rgb.length),
    even: new Float32Array(rgb.length),
    odd: new Float32Array(rgb.length),
  }
  const reach = REACH * box.width
  const weigh = (lamp: Lamp, x: number, y: number) =>
    (1 + ((lamp.x - x) ** 2 + (lamp.y - y) ** 2) / reach ** 2) ** -1.3
  const middle = lamps[LAMP_COUNT >> 1]!
  const brightest = lamps.reduce((sum, lamp) => sum + weigh(lamp, middle.x, middle.y), 0)
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = (((cell % columns) + 0.5) * size.width) / columns
    const y = ((Math.floor(cell / columns) + 0.5) * size.height) / rows
    for (const lamp of lamps) {
      const weight = weigh(lamp, x, y) / brightest / (1 + SWELL * SWELL_SHARE)
      const even = Math.cos(lamp.phase)
      const odd = Math.sin(lamp.phase)
      for (const axis of [0, 1, 2] as const) {
        const value = weight * lamp.light[axis]
        maps.steady[cell * 3 + axis]! += value
        maps.even[cell * 3 + axis]! += value * even
        maps.odd[cell * 3 + axis]! += value * odd
      }
    }
  }
  return maps
}

/** Lamps along the sides of the cover that do not touch the frame's edge, in the colours of the cover there. */
function placeLamps(cover: Cover, { size, box, ground, ink }: WallProps): Lamp[] {
  const right = box.x + box.width
  const bottom = box.y + box.height
  const ways = Array.from({ length: LAMP_COUNT }, (_, i) => (i + 0.5) / LAMP_COUNT)
  const place = (x: number, y: number, part: Box, phase: number): Lamp => ({
    x,
    y,
    phase: (2 * Math.PI * phase) / SWELL_LENGTH,
    light: findLight(findGlow(cover, part), ground, ink),
  })
  const short = 1 / LAMP_COUNT
  const beside = ways.map((way) =>
    place(
      right,
      box.y + way * box.height,
      { x: 1 - STRIP, y: way - short / 2, width: STRIP, height: short },
      way,
    ),
  )
  const below = ways.map((way) =>
    place(
      box.x + way * box.width,
      bottom,
      { x: way - short / 2, y: 1 - STRIP, width: short, height: STRIP },
      2 - way,
    ),
  )
  return [...(right < size.width ? beside : []), ...(bottom < size.height ? below : [])]
}

/** What a lamp adds to the ground at most: its colour, or as much of it as the ink allows. */
function findLight(colour: string, ground: string, ink: WallInk): Lamp['light'] {
  const isReadable = (share: number) => {
    const lit = blendOver(colour, ground, share)
    return ink.every((each) => contrast(each.colour, lit) >= each.contrast)
  }
  let share = MAX_LIGHT
  while (share > 0.01 && !isReadable(share)) share -= 0.01
  const from = parseHex(ground)
  const to = parseHex(colour)
  return [(to[0] - from[0]) * share, (to[1] - from[1]) * share, (to[2] - from[2]) * share]
}

const SAMPLES = 14
/** A mean is duller than what it was made of. */
const LIVELINESS = 1.4

/**
 * Colour of the light from a part of the square that is shown of the cover, in fractions of that square. What is bright
 * or colourful counts most: a cover that ends in shadow still gives light.
 */
function findGlow(cover: Cover, part: Box): string {
  const { pixels, width, height } = cover.picture
  const shown = cropToFill(cover, { width: 1, height: 1 })
  const sum = [0, 0, 0]
  let total = 0
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const across = clamp01(part.x + (((i % SAMPLES) + 0.5) / SAMPLES) * part.width)
    const down = clamp01(part.y + ((Math.floor(i / SAMPLES) + 0.5) / SAMPLES) * part.height)
    const x = Math.min(width - 1, Math.floor(shown.x + across * shown.width))
    const y = Math.min(height - 1, Math.floor(shown.y + down * shown.height))
    const at = (y * width + x) * 4
    const rgb = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!] as const
    const brightest = Math.max(...rgb)
    const weight = 1 + brightest ** 2 * (0.2 + (brightest - Math.min(...rgb)) / 255)
    total += weight
    for (const axis of [0, 1, 2] as const) sum[axis]! += rgb[axis] * weight
  }
  const { chroma, ...mean } = hexToOklch(toHex([sum[0]! / total, sum[1]! / total, sum[2]! / total]))
  return fromOklch({ ...mean, chroma: chroma * LIVELINESS })
}
