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
} from '@songreel/kit'

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
const SWELL = 0.6
const SWELL_LENGTH = 0.9
const SWELL_SECS = 7
/** Stronger and weaker light lie on the edge at the same time: so much of a swell is left where they add up. */
const SWELL_SHARE = 0.3
/** More wall than this below the cover, as a part of its height, has a floor. */
const FLOOR_FROM = 0.6
/**
 * The floor's light reaches less far: of three times what type allows a tenth is left where type ends, and the cover's
 * own light has faded to a half there.
 */
const FLOOR = (box: Box) => ({ reach: 0.2 * box.width, strength: 3 })
const MOST_FLOOR_LIGHT = 0.85

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

/** A place on the cover's edge, how far along it that is in swells, the light it gives and how far that reaches. */
type Lamp = { x: number; y: number; phase: number; light: readonly [number, number, number]; reach: number }

/** Sums up the lamps cell by cell; near the cover's edge the wall has `MAX_LIGHT` of their colour. */
function castLight({ columns, rows, rgb }: FieldCells, lamps: Lamp[], props: WallProps): LightMaps {
  const { size } = props
  const ground = parseHex(props.ground)
  const maps = {
    ground: rgb.map((_, i) => ground[i % 3]!),
    steady: new Float32Array(rgb.length),
    even: new Float32Array(rgb.length),
    odd: new Float32Array(rgb.length),
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = (((cell % columns) + 0.5) * size.width) / columns
    const y = ((Math.floor(cell / columns) + 0.5) * size.height) / rows
    for (const lamp of lamps) {
      const weight = weigh(lamp, x, y) / (1 + SWELL * SWELL_SHARE)
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

function weigh(lamp: Lamp, x: number, y: number): number {
  return (1 + ((lamp.x - x) ** 2 + (lamp.y - y) ** 2) / lamp.reach ** 2) ** -1.3
}

/** Dims lamps that shine together until the light in front of the brightest is its own colour and no more. */
function dim(lamps: Lamp[]): Lamp[] {
  const falls = lamps.map(({ x, y }) => lamps.reduce((sum, lamp) => sum + weigh(lamp, x, y), 0))
  const most = Math.max(1e-6, ...falls)
  return lamps.map(({ light: [red, green, blue], ...lamp }) => ({
    ...lamp,
    light: [red / most, green / most, blue / most],
  }))
}

/** Lamps along the sides of the cover that do not touch the frame's edge, in the colours of the cover there. */
function placeLamps(cover: Cover, props: WallProps): Lamp[] {
  const { size, box } = props
  const right = box.x + box.width
  const bottom = box.y + box.height
  const reach = REACH * box.width
  const isHighAbove = size.height - bottom > FLOOR_FROM * box.height
  return [
    ...dim([
      ...(right < size.width ? lightBeside(cover, props, { x: right, from: 1 - STRIP, reach }) : []),
      ...(box.x > 0 ? lightBeside(cover, props, { x: box.x, from: 0, reach }) : []),
      ...(bottom < size.height ? lightBelow(cover, props, { y: bottom, reach, strength: 1 }) : []),
    ]),
    // A tall frame goes on far below the cover: there the floor gives its light back, where no type stands.
    ...dim(isHighAbove ? lightBelow(cover, props, { y: size.height, ...FLOOR(box) }) : []),
  ]
}

type Beside = { x: number; from: number; reach: number }

function lightBeside(cover: Cover, props: WallProps, { x, from, reach }: Beside): Lamp[] {
  const { box } = props
  const height = 1 / LAMP_COUNT
  return listWays().map((way) => ({
    x,
    y: box.y + way * box.height,
    reach,
    phase: (2 * Math.PI * way) / SWELL_LENGTH,
    light: findLight(findGlow(cover, box, { x: from, y: way - height / 2, width: STRIP, height }), props, 1),
  }))
}

type Below = { y: number; reach: number; strength: number }

function lightBelow(cover: Cover, props: WallProps, { y, reach, strength }: Below): Lamp[] {
  const { box } = props
  const width = 1 / LAMP_COUNT
  return listWays().map((way) => ({
    x: box.x + way * box.width,
    y,
    reach,
    phase: (2 * Math.PI * (2 - way)) / SWELL_LENGTH,
    light: findLight(
      findGlow(cover, box, { x: way - width / 2, y: 1 - STRIP, width, height: STRIP }),
      props,
      strength,
    ),
  }))
}

function listWays(): number[] {
  return Array.from({ length: LAMP_COUNT }, (_, i) => (i + 0.5) / LAMP_COUNT)
}

/** What a lamp adds to the ground at most: its colour, or as much of it as the ink allows, so many times. */
function findLight(colour: string, { ground, ink }: WallProps, strength: number): Lamp['light'] {
  const isReadable = (share: number) => {
    const lit = blendOver(colour, ground, share)
    return ink.every((each) => contrast(each.colour, lit) >= each.contrast)
  }
  let share = MAX_LIGHT
  while (share > 0.01 && !isReadable(share)) share -= 0.01
  share = Math.min(MOST_FLOOR_LIGHT, share * strength)
  const from = parseHex(ground)
  const to = parseHex(colour)
  return [(to[0] - from[0]) * share, (to[1] - from[1]) * share, (to[2] - from[2]) * share]
}

const SAMPLES = 14
/** A mean is duller than what it was made of. */
const LIVELINESS = 1.4

/**
 * Colour of the light from a part of what is shown of the cover, in fractions of that. What is bright
 * or colourful counts most: a cover that ends in shadow still gives light.
 */
function findGlow(cover: Cover, box: Size, part: Box): string {
  const { pixels, width, height } = cover.picture
  const shown = cropToFill(cover, box)
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
