import type { Box, Size } from '../geometry.ts'
import { type Croppable, cropToFill } from './crop-to-fill.ts'

/**
 * How much of what matters in a picture that fills a frame lies behind a box, 0 to 1; so type can stand where it hides the
 * least. Boxes are in the units of the frame's size; a `zoom` goes into the middle. Without salience all of the picture
 * matters alike.
 */
export function measureHidden(picture: Croppable, frame: Size, zoom = 1): (box: Box) => number {
  const { columns, rows, weights } = picture.salience ?? EVEN
  const crop = zoomIn(cropToFill(picture, frame), zoom)
  const cell = {
    width: ((picture.width / columns) * frame.width) / crop.width,
    height: ((picture.height / rows) * frame.height) / crop.height,
  }
  const left = (-crop.x * frame.width) / crop.width
  const top = (-crop.y * frame.height) / crop.height
  const sum = (box: Box) => {
    let hidden = 0
    for (let i = 0; i < weights.length; i++) {
      const x = left + (i % columns) * cell.width
      const y = top + Math.floor(i / columns) * cell.height
      const across = overlap(x, x + cell.width, box.x, box.x + box.width) / cell.width
      const down = overlap(y, y + cell.height, box.y, box.y + box.height) / cell.height
      hidden += across * down * (weights[i] ?? 0)
    }
    return hidden
  }
  const all = sum({ x: 0, y: 0, ...frame })
  return (box) => (all > 0 ? sum(box) / all : 0)
}

function zoomIn({ x, y, width, height }: Box, zoom: number): Box {
  const [rimX, rimY] = [(width * (1 - 1 / zoom)) / 2, (height * (1 - 1 / zoom)) / 2]
  return { x: x + rimX, y: y + rimY, width: width / zoom, height: height / zoom }
}

const EVEN = { columns: 1, rows: 1, weights: [1] }

function overlap(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from))
}
