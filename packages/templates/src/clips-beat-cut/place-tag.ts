import { type Box, type ClipLook, cropToFill, measureHiddenFace, type Size } from '@songreel/kit'
import type { Tag } from './tag.ts'

/** A moment of the film: what is seen in it, of a picture of this size, and how the camera stands. */
export type Glimpse = { file: Size; look: ClipLook; view: { zoom: number; panX: number; panY: number } }

/** Where the label may stand in the safe box, of its free way; `worse` is what a place must be better by to be taken before the first. */
const PLACES = [
  { toEnd: 0, toHead: 0, worse: 0 },
  { toEnd: 1, toHead: 0, worse: 0.02 },
  { toEnd: 0, toHead: 1, worse: 0.01 },
  { toEnd: 1, toHead: 1, worse: 0.03 },
]
/** Cells that weigh less than so many times the mean are ground. */
const GROUND = 0.9
/** The label stays where it is in all shots: the one in which it hides most counts as much as all of them. */
const WORST = 1
const FACE = 1

/** Moves the label to the corner of the safe box where it hides the least of what matters in the film; where all are alike, it stays at the foot, where reading begins. */
export function placeTag(tag: Tag, frame: Size, safe: Box, glimpses: readonly Glimpse[]): Tag {
  const { box } = tag
  const [left, right] = [safe.x - box.x, safe.x + safe.width - box.x - box.width]
  const end = Math.abs(left) > Math.abs(right) ? left : right
  const meters = glimpses.map((glimpse) => createMeter(glimpse, frame))
  const tries = PLACES.map(({ toEnd, toHead, worse }) => {
    const by = { x: toEnd * end, y: toHead * (safe.y - box.y) }
    const costs = meters.map((measure) => measure(moveBox(box, by)))
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length)
    return { by, cost: worse + mean + WORST * Math.max(0, ...costs) }
  })
  const { by } = tries.reduce((best, each) => (each.cost < best.cost - 1e-9 ? each : best))
  return {
    box: moveBox(box, by),
    field: moveBox(tag.field, by),
    art: moveBox(tag.art, by),
    texts: tag.texts.map(({ layout, box: at }) => ({ layout, box: moveBox(at, by) })),
  }
}

/** How much of what there is to see lies behind a box; a face counts besides. Small people are no subject yet, so that all that is more than ground counts. */
function createMeter({ file, look: { salience }, view }: Glimpse, frame: Size): (box: Box) => number {
  const { columns, rows, weights } = salience
  const faces = measureHiddenFace({ ...file, salience }, frame, view)
  const shown = findShown(file, frame, view)
  return (box) => {
    const across = (x: number) => ((shown.x + (x / frame.width) * shown.width) / file.width) * columns
    const down = (y: number) => ((shown.y + (y / frame.height) * shown.height) / file.height) * rows
    const [left, right, top, bottom] = [
      across(box.x),
      across(box.x + box.width),
      down(box.y),
      down(box.y + box.height),
    ]
    let sum = 0
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); row++) {
      const high = Math.min(row + 1, bottom) - Math.max(row, top)
      for (let column = Math.max(0, Math.floor(left)); column < Math.min(columns, right); column++) {
        const wide = Math.min(column + 1, right) - Math.max(column, left)
        const weight = weights[row * columns + column] ?? 0
        if (weight * weights.length > GROUND) sum += high * wide * weight
      }
    }
    return sum + FACE * faces(box)
  }
}

/** The part of a clip that fills the frame, in its own pixels. */
function findShown(file: Size, frame: Size, { zoom, panX, panY }: Glimpse['view']): Box {
  const { width, height } = cropToFill(file, frame, { zoom })
  return {
    x: ((file.width - width) / 2) * (1 + panX),
    y: ((file.height - height) / 2) * (1 + panY),
    width,
    height,
  }
}

function moveBox(box: Box, { x, y }: { x: number; y: number }): Box {
  return { ...box, x: box.x + x, y: box.y + y }
}
