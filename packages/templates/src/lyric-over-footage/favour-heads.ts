import type { ClipLook, Shot } from '@songreel/kit'

type Salience = ClipLook['salience']

/** How much of its weight a place keeps, whatever it is, beside what it stands out by from its own row. */
const KEPT = 0.2
/** What has ground above itself counts so much more: the head of whoever stands there. */
const HEAD = 2
/** A place without edges like this, of 0 to 255, in it or beside it is a glow in the sky: it counts so much less. */
const EDGE = 14
const GLOW = 0.2
/** So many of forty rows above a place tell whether anything goes on there. */
const REACH = 0.075

/**
 * A shot for a film that is a low strip, from which most of a clip's height is lost: the strip goes to people, and of them to their heads. By
 * all that stands out it would lie along a shore or a row of hills, because these fill it from edge to edge.
 */
export function favourHeads(shot: Shot): Shot {
  const { from, to } = shot.looks
  return { ...shot, looks: { from: from && favour(from), to: to && favour(to) } }
}

function favour(look: ClipLook): ClipLook {
  return { ...look, salience: { ...look.salience, weights: weighHeads(look.salience) } }
}

function weighHeads({ columns, rows, weights, edges }: Salience): Salience['weights'] {
  const upright = new Float32Array(weights.length)
  const isDrawn = (i: number) =>
    !edges || [-columns, -1, 0, 1, columns].some((by) => (edges[i + by] ?? 0) > EDGE)
  for (let row = 0; row < rows; row++) {
    const own = weights.subarray(row * columns, (row + 1) * columns)
    const middle = own.toSorted()[columns >> 1] ?? 0
    for (let column = 0; column < columns; column++)
      upright[row * columns + column] =
        Math.max(0, own[column]! - middle) * (isDrawn(row * columns + column) ? 1 : GLOW)
  }
  const reach = Math.max(1, Math.round(REACH * Math.max(rows, columns)))
  const most = Math.max(1e-9, ...upright)
  const heads = upright.map((weight, i) => {
    let above = 0
    for (let step = 1; step <= reach; step++) above += (upright[i - step * columns] ?? 0) / reach
    return weight * (1 + HEAD * Math.max(0, 1 - (3 * above) / most))
  })
  const [all, sum] = [sumUp(weights), sumUp(heads)]
  const mixed = new Float32Array(new SharedArrayBuffer(4 * weights.length))
  for (let i = 0; i < weights.length; i++)
    mixed[i] = sum > 0 ? KEPT * weights[i]! + ((1 - KEPT) * heads[i]! * all) / sum : weights[i]!
  return mixed
}

function sumUp(list: Float32Array): number {
  return list.reduce((total, each) => total + each, 0)
}
