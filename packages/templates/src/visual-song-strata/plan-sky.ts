import {
  type Box,
  type Cover,
  findKeepingCrop,
  findPeople,
  findSlimThing,
  findSubject,
  type Size,
  shapeForPeople,
  touchesTop,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

/** Down to here the cover may stand in the land, in horizons. */
const DEEPEST = 1.04

/** What sky and land are planned for. */
export type GroundPlan = { size: Size; layout: Layout; cover: Cover }

/** The cover's place in the frame, and the part of the cover that is shown there, in its own pixels. */
export type SkyPlan = {
  place: Box
  shown: Box
  /** Whether there is room around it, and whether it stands before the land then. */
  isPanel: boolean
  isFront?: boolean
}

/** A cover that has less than so much of the frame's width is a panel in front of a sky, with so much of that around it, of the frame's shorter side. */
const FULL = 0.97
const MARGIN = 0.056

/**
 * The cover is the sky, from the frame's upper edge down behind the land, wherever it can be as wide as the frame and no ridge comes
 * before its subject. Else it rises behind the land, as large as it can be, as a picture in a sky of its own.
 */
export function planSky(plan: GroundPlan): SkyPlan {
  const { cover, layout, size } = plan
  const shown = chooseCrop(cover)
  if (layout.isAside) return planPanel(plan, shown)
  const { ridgeTop, horizon } = layout
  const ratio = shown.width / shown.height
  const lowest = findLowest(cover, shown)
  // Where the whole width has no room for all of it, the air above heads goes first, then the foot.
  const spare = findAir(cover, shown)
  const height = Math.min(ridgeTop / (lowest - spare), size.width / ratio)
  const width = height * ratio
  if (width < FULL * size.width) return planPanel(plan, shown)
  // A lower cover stands on the land: it is its sky that goes on above.
  const standing = Math.min(ridgeTop - lowest * height, DEEPEST * horizon - height)
  const y = Math.max(-spare * height, standing < 0 ? Math.min(0, ridgeTop - lowest * height) : standing)
  return { place: { x: (size.width - width) / 2, y, width, height }, shown, isPanel: false }
}

/** The cover rises by this part of the frame's height, from somewhat above its place: nothing has to be made up above it. */
const RISE = 0.02
/** It comes so much nearer on a beat. */
export const SWELL = 0.014
/** So much of the frame's height is always free above whoever is in it; no more than so much may be made up above a cover for that. */
const FREE = 0.02
const MOST_MADE_UP = 0.015
/** Less than this, in rises, would be no movement. */
const LEAST_RISE = 0.25

/** Where the upper edge of a cover is at first and at last that is as wide as the frame and swells around a height: it rises only as long as nobody in it comes to the frame's edge. */
export function planRise(plan: GroundPlan, { place, shown }: SkyPlan, around: number): [number, number] {
  const { cover, layout, size } = plan
  const rise = RISE * size.height
  const usual: [number, number] = [place.y - 0.5 * rise, place.y - 1.5 * rise]
  const top = findTop(cover)
  // What the cover cuts itself has no air to keep.
  if (top <= 0 && !touchesTop(cover)) return usual
  const below = ((Math.max(0, top) * cover.height - shown.y) / shown.height) * place.height
  const margin = top > 0 ? FREE * size.height : 0
  const free = around - (around - margin) / (1 + SWELL) - below
  const spare = layout.ridgeTop - findLowest(cover, shown) * place.height
  const lowest = Math.max(place.y, Math.min(spare, MOST_MADE_UP * size.height))
  const last = Math.max(usual[1], Math.min(free, lowest))
  return [Math.max(usual[0], last, Math.min(last + LEAST_RISE * rise, lowest)), last]
}

/** Where the highest of whoever is seen begins, hat and all, in fractions of the cover. */
function findTop(cover: Cover): number {
  const { box, faces } = findSubject(cover.salience)
  const tops = [...findPeople(cover), ...faces.map(growHat), ...(box ? [box] : [])].map(({ y }) => y)
  return Math.min(1, ...tops)
}

/** Above a face its head is so much higher, in faces, with hair or a hat. */
const HEAD_ABOVE = 0.5

function growHat({ y, height }: Box): { y: number } {
  return { y: y - HEAD_ABOVE * height }
}

/** Opposite the type's edge, with its foot in the land. */
function planPanel({ cover, layout, size }: GroundPlan, shown: Box): SkyPlan {
  const { ridgeTop, horizon, skyWidth, align } = layout
  const margin = MARGIN * Math.min(size.width, size.height)
  const ratio = shown.width / shown.height
  const lowest = findLowest(cover, shown)
  const deepest = DEEPEST * horizon
  const height = Math.min((ridgeTop - margin) / lowest, deepest - margin, (skyWidth - margin) / ratio)
  const width = height * ratio
  const y = Math.min(ridgeTop - lowest * height, deepest - height)
  const x = align === 'LEFT' ? size.width - margin - width : margin
  return { place: { x, y, width, height }, shown, isPanel: true }
}

/** A picture before the land, all of it seen: where no hill can rise beside a face. */
export function bringForward(sky: SkyPlan, { layout, size }: Pick<GroundPlan, 'layout' | 'size'>): SkyPlan {
  const margin = MARGIN * Math.min(size.width, size.height)
  const ratio = sky.shown.width / sky.shown.height
  const height = Math.min(size.height - 2 * margin, (layout.skyWidth - margin) / ratio)
  const width = height * ratio
  const x = layout.align === 'LEFT' ? size.width - margin - width : margin
  return { ...sky, place: { x, y: (size.height - height) / 2, width, height }, isFront: true }
}

/** Where the whole cover would lie, of which a part is shown. */
export function placeWhole(
  cover: Pick<Cover, 'width' | 'height'>,
  { place, shown }: Pick<SkyPlan, 'place' | 'shown'>,
): Box {
  const scale = place.width / shown.width
  return {
    x: place.x - shown.x * scale,
    y: place.y - shown.y * scale,
    width: cover.width * scale,
    height: cover.height * scale,
  }
}

/** So much of the air above a head, or above a thing, may be out of the frame. */
const AIR_SHARE = 0.6

/** How much above the subject nobody would miss, of the height that is shown. */
function findAir({ salience, height: whole }: Cover, shown: Box): number {
  const { box, faces } = findSubject(salience)
  const tops = faces.map((face) => growHat(face).y)
  const top = Math.min(...(faces.length > 0 ? tops : [box?.y ?? 0]))
  return AIR_SHARE * Math.max(0, (top * whole - shown.y) / shown.height)
}

const SQUARE: Size = { width: 1, height: 1 }

/** A square, as covers are; another shape only where a square would cut the subject, or halve what stands beside it. */
function chooseCrop(cover: Cover): Box {
  const whole = { x: 0, y: 0, width: cover.width, height: cover.height }
  return shapeForPeople(cover, SQUARE) === SQUARE ? (findKeepingCrop(cover, SQUARE) ?? whole) : whole
}

/** Of the height that is shown: down to here nothing may be hidden. A little of the foot always stands in the land, next to nothing below a chin. */
const MOST_KEPT = { face: 0.985, thing: 0.91 }

/** So much of a subject without a face may stand in the land: the foot of a coat, or a reflection. */
const MOST_SUNK = 0.1

function findLowest(cover: Cover, shown: Box): number {
  const { salience, height: whole } = cover
  const { faces, columns, rows, weights } = findSubject(salience)
  let [row, sunk] = [rows, 0]
  while (faces.length === 0 && row > 0) {
    sunk += weights.slice((row - 1) * columns, row * columns).reduce((sum, weight) => sum + weight, 0)
    if (sunk > MOST_SUNK) break
    row--
  }
  const thing = findSlimThing(cover)
  const feet = [row / rows, ...(thing ? [thing.y + thing.height] : [])]
  const bottoms = faces.length > 0 ? faces.map(({ y, height }) => y + height) : feet
  const inShown = bottoms.map((bottom) => (bottom * whole - shown.y) / shown.height)
  return Math.min(faces.length > 0 ? MOST_KEPT.face : MOST_KEPT.thing, Math.max(0.6, ...inShown))
}
