import type { Box, Size } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { cropToFill } from './crop-to-fill.ts'
import { measurePlainness } from './plainness.ts'
import { inFace } from './salience.ts'
import { findSubject } from './subject.ts'

/** A subject that stands free of both sides is shown whole, with so much of the crop's width beside it, or at least with the second. */
const AIR = [0.09, 0.03]
/** Of any other so much must be seen, and of each face all of it; a narrower crop would cut into it. */
const LEAST_SHOWN = 0.8
/** Only an edge as plain as this is drawn on, and by no more than so much of the frame's height. */
const PLAIN_ENOUGH = 0.6
const LONGEST = 0.2
const STEPS = 12

/**
 * Where the whole of a cover lies in a frame that it fills: cropped around its subject, and enlarged by that. Where the subject is
 * too wide for the crop and an edge above or below is plain, more of the width is shown, and `drawExtended` draws that edge on.
 */
export function planFilling(cover: Cover, size: Size): Box {
  const { top, bottom } = measurePlainness(cover.picture)
  const room = { above: top >= PLAIN_ENOUGH ? LONGEST : 0, below: bottom >= PLAIN_ENOUGH ? LONGEST : 0 }
  const ratio = size.width / size.height
  const widest = Math.min(cover.width / cover.height, ratio / (1 - room.above - room.below))
  const tries = Array.from({ length: STEPS + 1 }, (_, i) => ratio + (Math.max(0, widest - ratio) * i) / STEPS)
  const crops = tries.map((each) => cropToFill(cover, { width: each, height: 1 }))
  const found = findWhole(cover, crops) ?? crops.find((crop) => showsSubject(cover, crop))
  // Where no crop shows it, the narrowest is the largest picture, without anything made up.
  const shown = found ?? crops[0] ?? { x: 0, y: 0, width: cover.width, height: cover.height }
  const scale = size.width / shown.width
  const missing = size.height - shown.height * scale
  const above = room.above + room.below > 0 ? (missing * room.above) / (room.above + room.below) : missing / 2
  return {
    x: -shown.x * scale,
    y: above - shown.y * scale,
    width: cover.width * scale,
    height: cover.height * scale,
  }
}

/** The narrowest crop that holds all of the subject with air beside it, moved to where it does. */
function findWhole({ salience, width }: Cover, crops: readonly Box[]): Box | undefined {
  const { box } = findSubject(salience)
  if (!box || box.x <= 0 || box.x + box.width >= 1) return undefined
  for (const air of AIR) {
    for (const crop of crops) {
      const left = Math.max(0, box.x * width - air * crop.width)
      const right = Math.min(width, (box.x + box.width) * width + air * crop.width)
      if (right - left > crop.width) continue
      return { ...crop, x: Math.max(right - crop.width, Math.min(left, crop.x)) }
    }
  }
  return undefined
}

/** Whether a crop shows nearly all of the subject and all faces. */
function showsSubject({ salience, width, height }: Cover, crop: Box): boolean {
  const { columns, rows, weights, faces } = findSubject(salience)
  let shown = 0
  let all = 0
  let isFaceCut = false
  for (let i = 0; i < weights.length; i++) {
    const across = ((i % columns) + 0.5) / columns
    const down = (Math.floor(i / columns) + 0.5) / rows
    const [x, y] = [across * width, down * height]
    const isShown = x >= crop.x && x < crop.x + crop.width && y >= crop.y && y < crop.y + crop.height
    all += weights[i]!
    if (isShown) shown += weights[i]!
    else if (faces.some((face) => inFace(face, across, down))) isFaceCut = true
  }
  return !isFaceCut && shown >= LEAST_SHOWN * all
}
