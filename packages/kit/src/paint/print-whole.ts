import { createCanvas } from '@napi-rs/canvas'
import type { Size } from '../geometry.ts'
import { fromOklch, hexToOklch } from './colour.ts'
import type { Cover } from './create-cover.ts'
import { placeInside } from './frame-layout.ts'
import { shapeForPeople } from './keep-people.ts'
import type { Palette } from './palette.ts'
import type { FillingPicture } from './shapes.ts'

/** Of the paper above and below a picture, so much lies above: what hangs in the very middle seems to sink. */
const ABOVE = 0.44

/** Paper that is told from the ground on which it lies: pale in the dark and deep in the light, with a breath of what fills the cover. */
const PAPER = { dark: 0.88, light: 0.3, most: 0.03 }

/**
 * The cover as it is printed on something of another shape, for `drawFilling` and `drawCard`: itself, which is cropped, or, where that
 * would leave out somebody, cut them or halve an animal, the whole picture across paper, in the hue of what fills it unless a colour is given.
 */
export function printWhole(cover: Cover, shape: Size, paper = choosePaper(cover.palette)): FillingPicture {
  const shown = shapeForPeople(cover, shape)
  if (shown === shape) return cover
  const ratio = shape.width / shape.height
  const width = Math.round(Math.max(cover.width, cover.height * ratio))
  const height = Math.round(Math.max(cover.height, cover.width / ratio))
  const print = createCanvas(width, height)
  const ctx = print.getContext('2d')
  ctx.fillStyle = paper
  ctx.fillRect(0, 0, width, height)
  const place = placeInside({ x: 0, y: 0, width, height }, cover.width / cover.height, 0.5, ABOVE)
  ctx.drawImage(cover.image, Math.round(place.x), Math.round(place.y))
  return print
}

function choosePaper({ grounds, theme }: Palette): string {
  const { hue, chroma } = hexToOklch(grounds[0])
  return fromOklch({
    hue,
    chroma: Math.min(PAPER.most, chroma),
    lightness: theme === 'DARK' ? PAPER.dark : PAPER.light,
  })
}
