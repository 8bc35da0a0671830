import type { Box } from '../geometry.ts'
import { hasNotch, isWholeThing, MOST_OUTLINE } from './clean-cut.ts'
import { cutLand, cutSubject, shrinkFace, type Ties, tieCells } from './cut-subject.ts'
import type { DepthSource } from './depth.ts'
import { findRidge } from './find-ridge.ts'
import { createBoxMean, createGuidedFilter, type Guide, type GuidedMap } from './guided-filter.ts'
import { listPieces } from './list-pieces.ts'
import type { Matte } from './matte.ts'
import { inFace, type Salience } from './salience.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** What stands in front in a picture: its SUBJECT, or all that lies below a RIDGE such as a horizon or a hill. */
export type Foreground = {
  readonly kind: 'SUBJECT' | 'RIDGE'
  readonly matte: Matte
  /** The matte as a function of the picture's colours, for an edge as fine as the picture is. */
  readonly fine: GuidedMap
  /** Whether it stands before a plain ground of other colours all around, as in a studio: its edge is beyond doubt. */
  readonly isClear: boolean
}

/** Cells along the longer side in which a picture is looked at: enough for a hand. */
const LONG_SIDE = 144
/** A side with fewer cells than this shows nothing that could be cut. */
const SHORTEST = 32

/** A cut is good if so much of its edge parts two colours, by so much on the whole, and what lies behind is so calm that type can stand before it. */
type Demand = { support: number; contrast: number; busyness: number; least: number; most: number }
const SUBJECT_DEMAND: Demand = { support: 0.8, contrast: 0.4, busyness: 0.14, least: 0.02, most: 0.5 }
const RIDGE_DEMAND: Demand = { support: 0.84, contrast: 0.25, busyness: 0.12, least: 0.2, most: 0.75 }
/** A house before a sky has an edge beyond doubt, and more may go on behind it. */
const LAND_DEMAND: Demand = { support: 0.93, contrast: 0.7, busyness: 0.17, least: 0.2, most: 0.75 }
/** People are cut out of a busier and flatter picture, too: everybody knows where their outline is. */
const PERSON_DEMAND: Demand = { support: 0.86, contrast: 0.4, busyness: 0.3, least: 0.02, most: 0.62 }

/** A cut as clear as this is right all around, and the ground goes on behind it. */
const CLEAR_DEMAND: Demand = { support: 0.92, contrast: 0.5, busyness: 0.06, least: 0.02, most: 0.62 }

/**
 * What stands in front and can be cut out well, the likeliest first: faces need their subject, else a ridge comes first. Nothing for
 * patterns, for busy pictures, and for a subject that fills all of the picture.
 */
export function* findForegrounds(source: DepthSource): Generator<Foreground> {
  const { found, others } = lookOnce(source)
  for (let at = 0; ; at++) {
    const next = found[at] ?? takeNext(found, others)
    if (!next) return
    yield next
  }
}

type Looking = { salience: Salience; found: Foreground[]; others: Iterator<Foreground> }

/** A scene may be set up several times with one cover, to see what it shows before it is drawn, and looking takes longest of all. */
const looking = new WeakMap<DepthSource['picture'], Looking>()

function lookOnce({ picture: shown, salience }: DepthSource): Looking {
  const picture = shown.copyOf ?? shown
  const known = looking.get(picture)
  if (known?.salience === salience) return known
  const begun = { salience, found: [], others: lookForForegrounds({ picture, salience }) }
  looking.set(picture, begun)
  return begun
}

function takeNext(found: Foreground[], others: Iterator<Foreground>): Foreground | undefined {
  const { value, done } = others.next()
  if (done) return undefined
  found.push(value)
  return value
}

function* lookForForegrounds(source: DepthSource): Generator<Foreground> {
  const guide = shrinkPicture(source.picture, LONG_SIDE)
  const range = measureRange(guide)
  if (Math.min(guide.columns, guide.rows) < SHORTEST || range < RIDGE_DEMAND.contrast) return
  const { faces = [] } = source.salience
  let known: Ties | undefined
  const tie = () => {
    known ??= tieCells(guide)
    return known
  }
  if (faces.length === 0) {
    const ridge = findRidge(guide)
    if (!hasNotch(ridge) && meets(ridge, guide, RIDGE_DEMAND)) yield refine('RIDGE', ridge, guide, faces)
    else if (range >= LAND_DEMAND.contrast) {
      const land = cutLand(tie(), (first) => isNear(first, guide, LAND_DEMAND))
      if (land && meets(land, guide, LAND_DEMAND)) yield refine('RIDGE', land, guide, faces)
    }
  }
  if (range < SUBJECT_DEMAND.contrast) return
  const [demand, mostOutline] =
    faces.length > 0 ? [PERSON_DEMAND, MOST_OUTLINE.PERSON] : [SUBJECT_DEMAND, MOST_OUTLINE.THING]
  const subject = cutSubject(source, tie(), (first) => isNear(first, guide, demand))
  if (!subject) return
  const isWhole = isWholeThing(subject, mostOutline) && faces.every((face) => holdsHead(subject, face))
  if (isWhole && meets(subject, guide, demand) && isSharp(subject, guide))
    yield refine('SUBJECT', subject, guide, faces)
}

/** How far apart the colours of a picture are at most, as a sum over red, green and blue: no cut through an even one parts more. */
function measureRange({ planes }: Guide): number {
  return planes.reduce((sum, plane) => {
    let [low, high] = [1, 0]
    for (const value of plane) [low, high] = [Math.min(low, value), Math.max(high, value)]
    return sum + high - low
  }, 0)
}

/** A first cut with less of what is asked for than this becomes no good one. */
const NEAR = { support: 0.7, contrast: 0.6 }

function isNear(first: Matte, guide: Guide, { support, contrast }: Demand): boolean {
  const { edge, parted, contrast: sum } = sumUp(first, guide)
  return edge > 0 && parted >= NEAR.support * support * edge && sum >= NEAR.contrast * contrast * edge
}

/** How far on either side of the edge colours are compared. */
const BESIDE = 3
/** Colours this far apart, as a sum over red, green and blue, are two things. */
const APART = 0.2

/** So much of a face, and of the head around it as far as the picture shows it, is in a cut before anything is filled in. */
const LEAST_HELD = { face: 0.97, head: 0.85 }

/** A head with its hair: the oval around a finder's box, which is about as wide as that and reaches over it. */
const HEAD = { middle: 0.38, aside: 0.4, upDown: 0.55 }

function inHead({ x, y, width, height }: Box, across: number, down: number): boolean {
  const [aside, below] = [(across - x) / width - 0.5, (down - y) / height - HEAD.middle]
  return Math.hypot(aside / HEAD.aside, below / HEAD.upDown) <= 1
}

function holdsHead({ columns, rows, values }: Matte, face: Box): boolean {
  const core = shrinkFace(face)
  const held = { face: [0, 0], head: [0, 0] }
  for (let i = 0; i < values.length; i++) {
    const [across, down] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    for (const [part, isIn] of [
      ['face', inFace(core, across, down)],
      ['head', inHead(face, across, down)],
    ] as const) {
      if (!isIn) continue
      held[part][0]! += values[i]!
      held[part][1]!++
    }
  }
  return held.face[0]! >= LEAST_HELD.face * held.face[1]! && held.head[0]! >= LEAST_HELD.head * held.head[1]!
}

/** Right beside its edge a clean cut has two colours, too: so much of it may be in one, and so much at a stretch. */
const MOST_BLUNT = { all: 0.12, stretch: 0.06 }
const ALIKE = 0.12

/** Whether a cut keeps to borders all along: none of it runs straight through one tone, as a cut through a cheek does. */
function isSharp(matte: Matte, guide: Guide): boolean {
  const { columns } = matte
  const blunt = new Uint8Array(matte.values.length)
  let [edge, all] = [0, 0]
  walkEdge(matte, guide, 1, (i, apart) => {
    edge++
    if (apart > ALIKE) return
    all++
    blunt[i] = 1
  })
  const longest = Math.max(0, ...listPieces(blunt, columns).map((piece) => piece.length))
  return all <= MOST_BLUNT.all * edge && longest <= MOST_BLUNT.stretch * edge
}

/** Every cell at the edge of a cut, and how far apart the colours on both sides of it are within a reach. */
function walkEdge(
  { columns, rows, values }: Matte,
  { planes }: Guide,
  reach: number,
  visit: (cell: number, apart: number) => void,
): void {
  const mean = createBoxMean({ columns, rows }, reach)
  const front = mean(values)
  const fronts = planes.map((plane) => mean(plane.map((value, i) => value * values[i]!)))
  const all = planes.map(mean)
  for (let i = columns + 1; i < values.length - columns; i++) {
    if (isAtSide(i, columns) || isAlikeBefore(values, i, columns)) continue
    let apart = 0
    for (let axis = 0; axis < 3; axis++) {
      const [own, both] = [fronts[axis]![i]!, all[axis]![i]!]
      apart += Math.abs(own / front[i]! - (both - own) / (1 - front[i]!))
    }
    visit(i, apart)
  }
}

function isAtSide(cell: number, columns: number): boolean {
  return cell % columns === 0 || cell % columns === columns - 1
}

function isAlikeBefore(values: Float32Array, cell: number, columns: number): boolean {
  return values[cell] === values[cell - 1] && values[cell] === values[cell - columns]
}

function sumUp(matte: Matte, guide: Guide) {
  const { columns, values } = matte
  const sums = { area: 0, edge: 0, parted: 0, contrast: 0, behind: 0, detail: 0 }
  walkEdge(matte, guide, BESIDE, (_, apart) => {
    sums.edge++
    sums.contrast += apart
    if (apart > APART) sums.parted++
  })
  for (let i = columns + 1; i < values.length - columns; i++) {
    if (isAtSide(i, columns)) continue
    sums.area += values[i]!
    if (values[i] === 1 || !isAlikeBefore(values, i, columns)) continue
    sums.behind++
    for (const plane of guide.planes)
      sums.detail += Math.hypot(plane[i]! - plane[i - 1]!, plane[i]! - plane[i - columns]!)
  }
  return sums
}

function meets(matte: Matte, guide: Guide, demand: Demand): boolean {
  const sums = sumUp(matte, guide)
  const { values } = matte
  const area = sums.area / values.length
  return (
    area >= demand.least &&
    area <= demand.most &&
    sums.edge > 0 &&
    sums.parted >= demand.support * sums.edge &&
    sums.contrast >= demand.contrast * sums.edge &&
    sums.detail <= demand.busyness * sums.behind
  )
}

/** The window in which the fine edge is looked for, and which colours it tells apart. */
const FINE_REACH = 2
const FINE_SOFTNESS = 0.0004

function refine(
  kind: Foreground['kind'],
  { columns, rows, values }: Matte,
  guide: Guide,
  faces: NonNullable<Salience['faces']>,
): Foreground {
  const isClear = meets({ columns, rows, values }, guide, CLEAR_DEMAND)
  // No face is ever behind anything.
  const whole = values.map((value, i) => {
    const [across, down] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    return faces.some((face) => inFace(shrinkFace(face), across, down)) ? 1 : value
  })
  const fine = createGuidedFilter(guide, FINE_REACH, FINE_SOFTNESS)(whole)
  return { kind, matte: { columns, rows, values: whole }, fine, isClear }
}
