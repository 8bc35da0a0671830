import type { Box, Size } from '../geometry.ts'
import { findFigure, findReach, type Reach } from './figure.ts'
import type { Salience } from './salience.ts'

/** Anything that can be cropped; with `salience` the crop keeps what matters, else it keeps the middle. */
export type Croppable = Size & { readonly salience?: Salience }

/** How a picture is cropped. */
export type CropWish = {
  /** Above 1 less of the picture is taken. Default 1. */
  zoom?: number
  /** The part of the box that is really seen, in fractions of it: the rest is faded out or covered. Default all. */
  seen?: Box
}

const ALL: Box = { x: 0, y: 0, width: 1, height: 1 }
/** Places that are tried along each way on which the crop can slide. */
export const TRIES = 48
/** What lies within this part of the crop's own edge counts less and less: nothing is cut in two if it can be helped. */
export const SOFT_EDGE = 0.16
/**
 * Where a crop stands unless another place shows clearly more, of the way it can slide: in the middle across, and high
 * down, because heads are above bodies and skies weigh little.
 */
const HOME = { x: 0.5, y: 0.25 }
/** So much must be gained by going as far from home as half of the way it can slide. */
const PULL_HOME = 0.06

/** The part of a picture that fills a box without stretching. */
export function cropToFill(picture: Croppable, box: Size, wish: CropWish | number = {}): Box {
  const { zoom = 1, seen = ALL } = typeof wish === 'number' ? { zoom: wish } : wish
  const scale = Math.max(box.width / picture.width, box.height / picture.height) * zoom
  const width = box.width / scale
  const height = box.height / scale
  const room = { x: picture.width - width, y: picture.height - height }
  const { salience } = picture
  if (!salience) return { x: room.x / 2, y: room.y / 2, width, height }
  const { faces = [] } = salience
  const shown = { width: picture.width, height: picture.height, salience }
  const figure = findFigure(shown)
  const reach = findReach(shown)
  const place = (axis: 'x' | 'y', length: number, whole: number, from: number, share: number) => {
    const span = length / whole
    const slack = room[axis] / whole
    const slide = { slack, home: HOME[axis] * slack, from: from * span, span: share * span }
    const profile = sumProfile(salience, axis)
    const start = findBestStart(profile, slide)
    if (axis === 'x') return whole * start
    if (figure) return whole * keepTop(start, slide, { figure, profile })
    return (
      whole * (reach ? keepReach(start, slide, [reach.likely, reach.seen]) : keepHeads(start, slide, faces))
    )
  }
  return {
    x: place('x', width, picture.width, seen.x, seen.width),
    y: place('y', height, picture.height, seen.y, seen.height),
    width,
    height,
  }
}

/** What a head has above its face, in parts of the face's height: hair or a hat. */
export const HEAD_ABOVE = 0.55
/** Room for the chin, likewise. */
const CHIN_BELOW = 0.15

/** Slides a crop up as far as heads need it that it cuts, and no farther than it still shows every chin that it showed. */
function keepHeads(start: number, { from, span }: Slide, faces: readonly Box[]): number {
  const top = start + from
  const shown = faces.filter(({ y, height }) => y >= top && y + height <= top + span)
  if (shown.length === 0) return start
  const crown = Math.min(...shown.map(({ y, height }) => y - HEAD_ABOVE * height))
  const chin = Math.max(...shown.map(({ y, height }) => y + (1 + CHIN_BELOW) * height))
  const highest = Math.max(0, Math.max(crown, chin - span) - from)
  return Math.min(start, highest)
}

/** So much of what the best place shows must be seen from above, too. */
const LEAST_SHOWN = 0.6

/** Slides a crop up until it does not cut the figure at its head, unless too much else were lost below. */
function keepTop(
  start: number,
  { from, span }: Slide,
  { figure, profile }: { figure: Box; profile: Float32Array },
): number {
  const highest = Math.max(0, figure.y - from)
  if (highest >= start) return start
  const shown = (top: number) => sumSeen(profile, top + from, span)
  return shown(highest) >= LEAST_SHOWN * shown(start) ? highest : start
}

/** Slides a crop so that all of a thing is in it, as far as that has room. */
function keepReach(start: number, { slack, from, span }: Slide, reaches: readonly Reach[]): number {
  const fitting = reaches.find((reach) => reach.to - reach.from <= span)
  if (!fitting) return start
  const [highest, lowest] = [fitting.to - span - from, fitting.from - from]
  return Math.max(0, Math.min(slack, Math.max(highest, Math.min(lowest, start))))
}

/** What each column or each row weighs. */
function sumProfile({ columns, rows, weights }: Salience, axis: 'x' | 'y'): Float32Array {
  const profile = new Float32Array(axis === 'x' ? columns : rows)
  for (let i = 0; i < weights.length; i++) {
    profile[axis === 'x' ? i % columns : Math.floor(i / columns)]! += weights[i]!
  }
  return profile
}

/** All in fractions of the picture: how far the crop can slide, where it likes to be, where its seen part begins in it, and how long that is. */
type Slide = { slack: number; home: number; from: number; span: number }

/** Where the crop begins so that its seen part shows the most. */
function findBestStart(profile: Float32Array, { slack, home, from, span }: Slide): number {
  if (slack < 1e-6) return slack / 2
  let best = home
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i <= TRIES; i++) {
    const start = (slack * i) / TRIES
    const aside = (2 * (start - home)) / slack
    const shown = sumSeen(profile, start + from, span) - PULL_HOME * aside * aside
    if (shown > most + 1e-9) {
      most = shown
      best = start
    }
  }
  return best
}

function sumSeen(profile: Float32Array, start: number, span: number): number {
  let sum = 0
  for (const [i, weight] of profile.entries()) {
    const place = ((i + 0.5) / profile.length - start) / span
    const inside = Math.min(place, 1 - place) / SOFT_EDGE
    // What ends where the picture ends is not cut.
    const isAtRim = (place < 0.5 && start < 1e-6) || (place > 0.5 && start + span > 1 - 1e-6)
    sum += weight * Math.min(1, Math.max(0, isAtRim && inside > 0 ? 1 : inside))
  }
  return sum
}
