import {
  type Box,
  backdrop,
  blendOver,
  type Cover,
  contrast,
  fromOklch,
  glow,
  hexToOklch,
  type Layer,
  paint,
  type Size,
  sprite,
  toGroundTone,
  toHex,
} from '@songreel/kit'
import type { Sheet } from './choose-sheet.ts'
import type { DepthMotion } from './motion.ts'

/** What the ground lies behind. */
export type GroundPlan = { print: Box; design: Size; unit: number; motion: DepthMotion; sheet: Sheet }

/** The cover is far out of focus in it; type has `CONTRAST` to what is seen of it and to the light on it. */
const BLUR_PX = 64
const TINT = { least: 0.5, pale: 0.68, most: 0.9 }
const CONTRAST = 7.4
/** How near it comes, and how far it is from the cover at rest. */
const ZOOM = { rest: 1.16, near: 0.16 }
/** Beats light it up by so much; a pale ground stays as it is. */
const DIMMED = 0.26
const GLOW = { spreadPx: 300, rest: 0.18, beat: 0.7, lightness: 0.62 }

/** One colour of the cover with the cover itself far away in it: it comes nearer and lighter with every beat, and a light rises behind the print. */
export function layGround(cover: Cover, { print, design, unit, motion, sheet }: GroundPlan): Layer[] {
  const lamp = paint(print, (ctx, { width, height }) => ctx.fillRect(0, 0, width, height), { unit })
  const light = glow(lamp.shape, {
    colour: chooseLight(sheet),
    strength: (frame) => GLOW.rest + GLOW.beat * motion.open(frame),
    spread: GLOW.spreadPx * unit,
  })
  if (cover.palette.hasBrandGround) return [fillGround(sheet.ground, design, unit), light]
  const dimmed = isPale(sheet) ? 0 : DIMMED
  return [
    backdrop(cover, {
      blur: BLUR_PX,
      tint: sheet.ground,
      tintAmount: chooseTint(cover, sheet),
      zoom: (frame) => ZOOM.rest + ZOOM.near * motion.open(frame),
      panX: (frame) => 0.6 * motion.aside(frame),
      brightness: (frame) => 1 - dimmed * (1 - motion.open(frame)),
    }),
    light,
  ]
}

/** So many parts along each side of the cover are left apart by so soft a picture. */
const PARTS = 8

/** As little of the colour as leaves type its contrast to all of the cover. */
function chooseTint({ picture }: Cover, sheet: Sheet): number {
  const parts = averageParts(picture)
  let amount = isPale(sheet) ? TINT.pale : TINT.least
  const isHard = () =>
    parts.some((part) => contrast(sheet.type, blendOver(sheet.ground, part, amount)) < CONTRAST)
  while (amount < TINT.most && isHard()) amount += 0.02
  return amount
}

function averageParts({ pixels, width, height }: Cover['picture']): string[] {
  const sums = Array.from({ length: PARTS * PARTS }, () => [0, 0, 0, 0])
  const step = Math.max(1, Math.floor(Math.min(width, height) / (8 * PARTS)))
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const sum = sums[Math.floor((y / height) * PARTS) * PARTS + Math.floor((x / width) * PARTS)]!
      for (let axis = 0; axis < 3; axis++) sum[axis]! += pixels[4 * (y * width + x) + axis]!
      sum[3]!++
    }
  }
  // A cover of fewer pixels than parts has nothing in some of them.
  return sums
    .filter(([, , , count = 0]) => count > 0)
    .map(([red = 0, green = 0, blue = 0, count = 1]) => toHex([red / count, green / count, blue / count]))
}

function isPale({ type }: Sheet): boolean {
  return hexToOklch(type).lightness < 0.5
}

/** A tone of the ground before which type can be read. */
function chooseLight(sheet: Sheet): string {
  const { chroma, hue } = hexToOklch(sheet.ground)
  const bright = fromOklch({ lightness: isPale(sheet) ? 0.98 : GLOW.lightness, chroma, hue })
  return toGroundTone(bright, sheet.type, CONTRAST)
}

function fillGround(colour: string, design: Size, unit: number): Layer {
  const painting = paint(
    { x: 0, y: 0, ...design },
    (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, design.width, design.height)
    },
    { unit },
  )
  return sprite(painting)
}
