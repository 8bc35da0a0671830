import type { Box } from '../geometry.ts'
import { compareColours, sortColours } from './colour-bins.ts'
import { type Depth, type DepthSource, guessDepth, readDepth } from './depth.ts'
import { mix } from './easing.ts'
import { createBoxMean, type Guide } from './guided-filter.ts'
import { listPieces } from './list-pieces.ts'
import type { Matte } from './matte.ts'
import { cutGrid, listSteps } from './min-cut.ts'
import { inFace, type Salience } from './salience.ts'
import { findSubject, type Subject } from './subject.ts'

const ROUNDS = 3
/** What counts how much, from the first round to the last: where a cell lies, and which colour it has. */
const PRIOR = { first: 1, THING: 0.6, PERSON: 0.35 }
const COLOUR = [0.6, 1] as const
/** How strongly cells of one colour hold together, and how much of that holds over any border. */
const BOND = { alike: 7, any: 0.35 }

/**
 * Cuts the subject out of a picture: what stands out is likely in front, its colours say what else belongs to it, and borders of
 * the picture are borders of the cut (after GrabCut, Rother, Kolmogorov and Blake 2004). Pieces without anything that stands out are left where they are.
 */
export function cutSubject(source: DepthSource, ties: Ties, promises: Promises): Matte | undefined {
  const prior = guessPrior(source, ties.guide)
  const hasFaces = (source.salience.faces ?? []).length > 0
  const found = cutAlong(ties, prior, { lastPlace: hasFaces ? PRIOR.PERSON : PRIOR.THING, promises })
  return hasFaces ? found : found && dropLimbs(found)
}

/** Whether the first of all rounds promises anything: the others take as long each. */
export type Promises = (first: Matte) => boolean

/** What every cut through a picture follows: its colours, and how strongly its cells hold together. */
export type Ties = { readonly guide: Guide; readonly bins: Int32Array; readonly bonds: Float32Array }

export function tieCells(guide: Guide): Ties {
  return { guide, bins: sortColours(guide), bonds: bindCells(guide) }
}

/** What hangs on a thing by a neck thinner than this part of the picture is something else behind it: another flower, a branch. */
const NECK = 0.14
/** Where more of a thing's outline than this is such necks, it is no thing but a piece torn out of one: half a head, the bend of a ribbon. */
const MOST_TORN = 0.06

function dropLimbs({ columns, rows, values }: Matte): Matte {
  const reach = Math.max(1, Math.round((NECK * Math.min(columns, rows)) / 2))
  const mean = createBoxMean({ columns, rows }, reach)
  const cores = listPieces(
    Uint8Array.from(mean(values), (share) => (share > 0.999 ? 1 : 0)),
    columns,
  )
  const core = new Float32Array(values.length)
  for (const i of cores.toSorted((a, b) => b.length - a.length)[0] ?? []) core[i] = 1
  const near = createBoxMean({ columns, rows }, reach)(core)
  const kept = values.map((value, i) => (near[i]! > 0 ? value : 0))
  return { columns, rows, values: isTorn(kept, values, columns) ? kept.fill(0) : kept }
}

function isTorn(kept: Float32Array, whole: Float32Array, columns: number): boolean {
  let [outline, torn] = [0, 0]
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] !== 1) continue
    const ways = listSteps(columns).filter((step) => kept[i + step] === 0)
    if (ways.length > 0) outline++
    if (ways.some((step) => whole[i + step] === 1)) torn++
  }
  return torn > MOST_TORN * outline
}

/** Cuts a picture by what is likely in front, as a logit for every cell, which counts so much in the end. */
function cutAlong(
  { guide, bins, bonds }: Ties,
  prior: Float32Array,
  { lastPlace, promises }: { lastPlace: number; promises: Promises },
): Matte | undefined {
  const { columns, rows } = guide
  const cut = (leans: Float32Array) => cutGrid({ columns, rows, leans, bonds })
  let values: Float32Array = prior.map(toShare)
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = compareColours(bins, values)
    const way = round / (ROUNDS - 1)
    const [place, colour] = [mix(PRIOR.first, lastPlace, way), mix(COLOUR[0], COLOUR[1], way)]
    values = cut(prior.map((likely, i) => place * likely + colour * ratios[bins[i]!]!))
    if (round === 0 && !promises({ columns, rows, values })) return undefined
  }
  return { columns, rows, values: keepPieces(values, prior, columns) }
}

/** What is below is likely nearer: so much at the foot, the opposite at the head of a picture, and neither at this height. */
const LAND = { strength: 4, middle: 0.42, sure: 12, sureHead: 0.03, sureFoot: 0.93 }

/** Cuts the land out of a picture with a sky, or a table before a wall: all that stands on the picture's foot. */
export function cutLand(ties: Ties, promises: Promises): Matte | undefined {
  const { columns, rows } = ties.guide
  const prior = Float32Array.from({ length: columns * rows }, (_, i) => {
    const down = (Math.floor(i / columns) + 0.5) / rows
    if (down < LAND.sureHead) return -LAND.sure
    if (down > LAND.sureFoot) return LAND.sure
    const share = down < LAND.middle ? down / LAND.middle - 1 : (down - LAND.middle) / (1 - LAND.middle)
    return LAND.strength * share
  })
  return cutAlong(ties, prior, { lastPlace: PRIOR.THING, promises })
}

/** The bonds between cells: strong between like colours, weak over a border. */
function bindCells({ columns, rows, planes }: Guide): Float32Array {
  const steps = listSteps(columns)
  const apart = new Float32Array(8 * columns * rows)
  let [sum, count] = [0, 0]
  const each = (visit: (bond: number, back: number, cell: number, other: number) => void) => {
    for (let cell = 0; cell < columns * rows; cell++) {
      const column = cell % columns
      for (let way = 4; way < 8; way++) {
        const other = cell + steps[way]!
        if (other >= columns * rows || Math.abs((other % columns) - column) > 1) continue
        visit(8 * cell + way, 8 * other + 7 - way, cell, other)
      }
    }
  }
  each((bond, _, cell, other) => {
    apart[bond] = planes.reduce((all, plane) => all + (plane[cell]! - plane[other]!) ** 2, 0)
    sum += apart[bond]!
    count++
  })
  const usual = Math.max(LEAST_APART, sum / count)
  const bonds = new Float32Array(apart.length)
  each((bond, back) => {
    const strength = BOND.any + BOND.alike * Math.exp(-apart[bond]! / (2 * usual))
    const way = bond % 8
    bonds[bond] = bonds[back] = way === 5 || way === 7 ? strength * Math.SQRT1_2 : strength
  })
  return bonds
}

/** The noise of an even picture is no border. */
const LEAST_APART = 2e-4

function toShare(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Depth counts from here on, as the subject does; what touches the rim is seldom in front. */
const SIGNS = {
  depth: 4.4,
  middleDepth: 0.62,
  subject: 1.6,
  middleSubject: 0.35,
  rim: 0.8,
  rimReach: 0.06,
  aside: 4,
  soft: 5,
}

/** How likely each cell is in front before any colour is looked at, as a logit. */
function guessPrior({ picture, salience }: DepthSource, { columns, rows }: Guide): Float32Array {
  const depth = guessDepth({ picture, salience })
  const subject = findSubject(salience)
  const standing = { ...subject, values: subject.weights.map((weight) => (weight > 0 ? 1 : 0)) }
  const focus = findFocus(salience)
  const faces = salience.faces ?? []
  const thing = faces.length === 0 ? findMiddle(subject) : undefined
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const across = ((i % columns) + 0.5) / columns
    const down = (Math.floor(i / columns) + 0.5) / rows
    const rim = Math.max(0, 1 - Math.min(across, 1 - across, down) / SIGNS.rimReach)
    const place =
      SIGNS.depth * (readDepth(depth, across, down) - SIGNS.middleDepth) +
      SIGNS.subject * (readDepth(standing, across, down) - SIGNS.middleSubject) -
      SIGNS.rim * rim -
      (thing
        ? SIGNS.aside * measureAside(thing, across, down) + SIGNS.soft * (1 - readDepth(focus, across, down))
        : 0)
    return Math.max(place, ...faces.map((face) => likenPerson(face, across, down)))
  })
}

/** What is in focus, 0 to 1: edges are as strong there as they are half of the time where they are strongest. */
function findFocus({ columns, rows, edges = new Float32Array(columns * rows).fill(1) }: Salience): Depth {
  const around = createBoxMean({ columns, rows }, 2)(edges)
  const strong = Math.max(1e-6, around.toSorted()[Math.floor(0.97 * around.length)]!)
  return {
    columns,
    rows,
    values: around.map((edge) => Math.min(1, Math.max(0, (edge / strong - 0.25) / 0.35))),
  }
}

/** The box in which most of a subject's weight lies. */
function findMiddle({ columns, rows, weights }: Subject): Box {
  const spread = (count: number, at: (i: number) => number) => {
    let [sum, squares, all] = [0, 0, 1e-9]
    for (let i = 0; i < weights.length; i++) {
      const place = (at(i) + 0.5) / count
      sum += weights[i]! * place
      squares += weights[i]! * place * place
      all += weights[i]!
    }
    const middle = sum / all
    return { middle, reach: SPREAD * Math.sqrt(Math.max(1e-4, squares / all - middle * middle)) }
  }
  const across = spread(columns, (i) => i % columns)
  const down = spread(rows, (i) => Math.floor(i / columns))
  return {
    x: across.middle - across.reach,
    y: down.middle - down.reach,
    width: 2 * across.reach,
    height: 2 * down.reach,
  }
}

/** A thing reaches so many deviations of its weights from its middle. */
const SPREAD = 2.2

/** How far a place lies outside of the oval that fills a box: 0 inside, 1 at half as far again. */
function measureAside({ x, y, width, height }: Box, across: number, down: number): number {
  const off = Math.hypot((across - x - width / 2) / width, (down - y - height / 2) / height)
  return Math.min(1, Math.max(0, off - 0.5) * 4)
}

/** Around a face is a head with its hair, and below it a body. */
function likenPerson(face: Box, across: number, down: number): number {
  if (inFace(shrinkFace(face), across, down)) return PERSON.face
  const aside = Math.abs(across - face.x - face.width / 2) / face.width
  const below = (down - face.y) / face.height
  if (Math.hypot(aside / 0.6, (below - 0.38) / 0.85) < 1) return PERSON.head
  return below > 1 && aside < Math.min(1.5, 0.45 + 1.1 * (below - 1)) ? PERSON.body : Number.NEGATIVE_INFINITY
}

/** What a finder calls a face may reach beyond its cheeks; this much in its middle is one. */
const CORE = 0.62

export function shrinkFace({ x, y, width, height }: Box): Box {
  const aside = (1 - CORE) / 2
  return { x: x + aside * width, y: y + aside * height, width: CORE * width, height: CORE * height }
}

const PERSON = { face: 9, head: 1.3, body: 1.1 }

/** Pieces with less of what stands out than this part of the best one are left out; holes smaller than this part of all are closed. */
const LEAST_PIECE = 0.18
const LEAST_HOLE = 0.012

/** All in front or all behind: pieces that hold enough of what was likely from the start, without small holes. */
function keepPieces(values: Float32Array, prior: Float32Array, columns: number): Float32Array {
  const pieces = listPieces(
    Uint8Array.from(values, (value) => (value > 0.5 ? 1 : 0)),
    columns,
  )
  const weights = pieces.map((piece) => piece.reduce((sum, i) => sum + Math.max(0, prior[i]!), 0))
  const least = LEAST_PIECE * Math.max(...weights, 0)
  const kept = new Float32Array(values.length)
  for (const [k, piece] of pieces.entries()) {
    if (weights[k]! > least) for (const i of piece) kept[i] = 1
  }
  const holes = listPieces(
    Uint8Array.from(kept, (value) => 1 - value),
    columns,
  )
  for (const hole of holes) {
    if (hole.length < LEAST_HOLE * values.length) for (const i of hole) kept[i] = 1
  }
  return kept
}
