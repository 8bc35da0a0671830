import { hasNotch, isWholeThing, MOST_OUTLINE } from './clean-cut.ts'
import { cutSubject } from './cut-subject.ts'
import type { DepthSource } from './depth.ts'
import { findRidge } from './find-ridge.ts'
import { createBoxMean, createGuidedFilter, type Guide, type GuidedMap } from './guided-filter.ts'
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
const LONG_SIDE = 112
/** A side with fewer cells than this shows nothing that could be cut. */
const SHORTEST = 32

/** A cut is good if so much of its edge parts two colours, by so much on the whole, and what lies behind is so calm that type can stand before it. */
type Demand = { support: number; contrast: number; busyness: number; least: number; most: number }
const SUBJECT_DEMAND: Demand = { support: 0.85, contrast: 0.4, busyness: 0.14, least: 0.02, most: 0.5 }
const RIDGE_DEMAND: Demand = { support: 0.84, contrast: 0.25, busyness: 0.12, least: 0.2, most: 0.75 }
/** People are cut out of a busier and flatter picture, too: everybody knows where their outline is. */
const PERSON_DEMAND: Demand = { support: 0.6, contrast: 0.4, busyness: 0.3, least: 0.02, most: 0.62 }

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
  if (Math.min(guide.columns, guide.rows) < SHORTEST) return
  const { faces = [] } = source.salience
  if (faces.length === 0) {
    const ridge = findRidge(guide)
    if (!hasNotch(ridge) && meets(ridge, guide, RIDGE_DEMAND)) yield refine('RIDGE', ridge, guide, faces)
  }
  const subject = cutSubject(source, guide)
  const [demand, mostOutline] =
    faces.length > 0 ? [PERSON_DEMAND, MOST_OUTLINE.PERSON] : [SUBJECT_DEMAND, MOST_OUTLINE.THING]
  if (isWholeThing(subject, mostOutline) && meets(subject, guide, demand))
    yield refine('SUBJECT', subject, guide, faces)
}

/** How far on either side of the edge colours are compared. */
const BESIDE = 3
/** Colours this far apart, as a sum over red, green and blue, are two things. */
const APART = 0.2

function meets({ columns, rows, values }: Matte, { planes }: Guide, demand: Demand): boolean {
  const mean = createBoxMean({ columns, rows }, BESIDE)
  const front = mean(values)
  const fronts = planes.map((plane) => mean(plane.map((value, i) => value * values[i]!)))
  const all = planes.map(mean)
  const sums = { area: 0, edge: 0, parted: 0, contrast: 0, behind: 0, detail: 0 }
  for (let i = columns + 1; i < values.length - columns; i++) {
    if (i % columns === 0 || i % columns === columns - 1) continue
    sums.area += values[i]!
    if (values[i] === values[i - 1] && values[i] === values[i - columns]) {
      if (values[i] === 1) continue
      sums.behind++
      for (const plane of planes)
        sums.detail += Math.hypot(plane[i]! - plane[i - 1]!, plane[i]! - plane[i - columns]!)
      continue
    }
    let apart = 0
    for (let axis = 0; axis < 3; axis++) {
      const [own, both] = [fronts[axis]![i]!, all[axis]![i]!]
      apart += Math.abs(own / front[i]! - (both - own) / (1 - front[i]!))
    }
    sums.edge++
    sums.contrast += apart
    if (apart > APART) sums.parted++
  }
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
    return faces.some((face) => inFace(face, across, down)) ? 1 : value
  })
  const fine = createGuidedFilter(guide, FINE_REACH, FINE_SOFTNESS)(whole)
  return { kind, matte: { columns, rows, values: whole }, fine, isClear }
}
