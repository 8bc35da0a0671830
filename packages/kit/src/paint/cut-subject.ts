import type { Box } from '../geometry.ts'
import { toOklab } from './colour.ts'
import { type DepthSource, guessDepth, readDepth } from './depth.ts'
import { mix } from './easing.ts'
import { createGuidedFilter, type Guide, readGuided } from './guided-filter.ts'
import type { Matte } from './matte.ts'
import { inFace } from './salience.ts'
import { findSubject } from './subject.ts'

const ROUNDS = 4
/** Colours are counted in so many steps along each axis. */
const BINS = 14
/** What counts how much, from the first round to the last: where a cell lies, and which colour it has. */
const PRIOR = [0.9, 0.4] as const
const COLOUR = [0.7, 1] as const
const SUREST = 4
/** How far a cell looks around itself, and which colours it tells apart. */
const REACH = 3
const SOFTNESS = 0.0008

/**
 * Cuts the subject out of a picture: what stands out is likely in front, its colours say what else belongs to it, and borders of
 * the picture are borders of the cut. Pieces without anything that stands out are left where they are.
 */
export function cutSubject(source: DepthSource, guide: Guide): Matte {
  const { columns, rows } = guide
  const prior = guessPrior(source, guide)
  const bins = sortColours(guide)
  const filter = createGuidedFilter(guide, REACH, SOFTNESS)
  let values: Float32Array = prior.map(toShare)
  for (let round = 0; round < ROUNDS; round++) {
    const ratios = compareColours(bins, values)
    const [place, colour] = [PRIOR, COLOUR].map(([first, last]) => mix(first, last, round / (ROUNDS - 1)))
    for (let i = 0; i < values.length; i++)
      values[i] = toShare(place! * prior[i]! + colour! * ratios[bins[i]!]!)
    values = readGuided(filter(values), guide)
  }
  return { columns, rows, values: keepPieces(values, prior, columns) }
}

function toShare(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Depth counts from here on, as the subject does; what touches the rim is seldom in front. */
const SIGNS = { depth: 4.4, middleDepth: 0.62, subject: 1.6, middleSubject: 0.35, rim: 0.8, rimReach: 0.06 }

/** How likely each cell is in front before any colour is looked at, as a logit. */
function guessPrior({ picture, salience }: DepthSource, { columns, rows }: Guide): Float32Array {
  const depth = guessDepth({ picture, salience })
  const subject = findSubject(salience)
  const standing = { ...subject, values: subject.weights.map((weight) => (weight > 0 ? 1 : 0)) }
  const faces = salience.faces ?? []
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const across = ((i % columns) + 0.5) / columns
    const down = (Math.floor(i / columns) + 0.5) / rows
    const rim = Math.max(0, 1 - Math.min(across, 1 - across, down) / SIGNS.rimReach)
    const place =
      SIGNS.depth * (readDepth(depth, across, down) - SIGNS.middleDepth) +
      SIGNS.subject * (readDepth(standing, across, down) - SIGNS.middleSubject) -
      SIGNS.rim * rim
    return Math.max(place, ...faces.map((face) => likenPerson(face, across, down)))
  })
}

/** Around a face is a head with its hair, and below it a body. */
function likenPerson(face: Box, across: number, down: number): number {
  if (inFace(face, across, down)) return PERSON.face
  const aside = Math.abs(across - face.x - face.width / 2) / face.width
  const below = (down - face.y) / face.height
  if (Math.hypot(aside / 0.72, (below - 0.4) / 0.85) < 1) return PERSON.head
  return below > 1 && aside < Math.min(1.5, 0.45 + 1.1 * (below - 1)) ? PERSON.body : Number.NEGATIVE_INFINITY
}

const PERSON = { face: 9, head: 1.6, body: 1.1 }

/** At least so much of each axis is told apart, or the noise of a grey picture would be its colours. */
const LEAST_RANGES = [0.3, 0.12, 0.12] as const

/** The bin of every cell's colour. */
function sortColours({ planes }: Guide): Int32Array {
  const labs = [0, 1, 2].map(() => new Float32Array(planes[0]!.length))
  for (let i = 0; i < labs[0]!.length; i++) {
    const lab = toOklab([255 * planes[0]![i]!, 255 * planes[1]![i]!, 255 * planes[2]![i]!])
    for (const axis of [0, 1, 2] as const) labs[axis]![i] = lab[axis]
  }
  const bins = new Int32Array(labs[0]!.length)
  for (const axis of [0, 1, 2] as const) {
    const sorted = labs[axis]!.toSorted()
    const low = sorted[Math.floor(0.01 * sorted.length)]!
    const high = sorted[Math.floor(0.99 * sorted.length)]!
    const range = Math.max(LEAST_RANGES[axis], high - low)
    const from = (low + high - range) / 2
    for (let i = 0; i < bins.length; i++) {
      const step = Math.floor(((labs[axis]![i]! - from) / range) * BINS)
      bins[i] = bins[i]! * BINS + Math.max(0, Math.min(BINS - 1, step))
    }
  }
  return bins
}

/** For each colour, how much more of it is in front than behind, as a logarithm. */
function compareColours(bins: Int32Array, values: Float32Array): Float32Array {
  const front = new Float32Array(BINS ** 3)
  const back = new Float32Array(BINS ** 3)
  let all = 0
  for (let i = 0; i < bins.length; i++) {
    front[bins[i]!]! += values[i]!
    back[bins[i]!]! += 1 - values[i]!
    all += values[i]!
  }
  const [fronts, backs] = [spreadBins(front), spreadBins(back)]
  return fronts.map((value, i) => {
    const ratio = (value / all + RARE) / (backs[i]! / (bins.length - all) + RARE)
    return Math.max(-SUREST, Math.min(SUREST, Math.log(ratio)))
  })
}

const RARE = 2e-5

/** Colours beside each other are alike. */
function spreadBins(values: Float32Array): Float32Array {
  let from = values
  for (const step of [1, BINS, BINS * BINS]) {
    const into = new Float32Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const at = Math.floor(i / step) % BINS
      into[i] =
        0.5 * from[i]! + 0.25 * ((at > 0 ? from[i - step]! : 0) + (at < BINS - 1 ? from[i + step]! : 0))
    }
    from = into
  }
  return from
}

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

/** The marked cells by pieces that hang together; takes the marks away. */
export function listPieces(isLeft: Uint8Array, columns: number): number[][] {
  const pieces: number[][] = []
  for (let start = 0; start < isLeft.length; start++) {
    if (!isLeft[start]) continue
    isLeft[start] = 0
    const piece = [start]
    for (let k = 0; k < piece.length; k++) {
      const cell = piece[k]!
      const column = cell % columns
      const beside = [column > 0 ? cell - 1 : -1, column < columns - 1 ? cell + 1 : -1]
      for (const next of [...beside, cell - columns, cell + columns]) {
        if (!isLeft[next]) continue
        isLeft[next] = 0
        piece.push(next)
      }
    }
    pieces.push(piece)
  }
  return pieces
}
