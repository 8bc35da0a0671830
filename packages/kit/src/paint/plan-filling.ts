import type { Box, Size } from '../geometry.ts'
import { clearSides } from './clear-sides.ts'
import type { Cover } from './create-cover.ts'
import { cropToFill } from './crop-to-fill.ts'
import { findPeople, keepsPeople } from './keep-people.ts'
import { isPlainEnough, measurePlainness } from './plainness.ts'
import { inFace } from './salience.ts'
import { findSubject } from './subject.ts'
import { cropCutThing, findTightCrop } from './tight-crop.ts'

/** A subject that stands free of both sides is shown whole, with so much of the crop's width beside it, or at least with the second. */
const AIR = [0.09, 0.03] as const
/** Of any other so much must be seen, and of each face all of it; a narrower crop would cut into it. */
const LEAST_SHOWN = 0.8
/** A plain edge is drawn on by no more than so much of the frame's height. */
const LONGEST = 0.2
/** Where edges may go on mirrored instead (`drawWhole`), both together by no more than so much of the height, and most of it below. */
const LONGEST_MADE_UP = { people: 0.4, else: 0.2 }
const MADE_UP_ABOVE = 0.42
/** Where something is made up below, a plain sky takes more of it, up to so much of the height: that goes on as itself. Above a thing it takes all: what is made up below one that the cover cuts there is fog. */
const LONGEST_SKY = { people: 0.3, else: 0.4 }
/** Above a face that is so high nothing is made up: between its hair and the cover's edge there is next to nothing that could go on. What is higher than any head leaves is a pattern. */
const FILLS_COVER = { least: 0.45, most: 0.85 }
/** Where people stand side by side, a square cover is shown from side to side, and of a wider one as much as shows all of them. */
const LONGEST_WHOLE = 0.46
const LONGEST_GROUP = 0.72
/** They have so much of the crop beside them if the picture has it: things move a little. */
const GROUP_AIR = 0.03
/** Before anything is made up, a subject loses its air, down to none: ground that is made up is worse than a thing that fills the frame. */
const TIGHT_AIR = [AIR[0], 0.03, 0] as const
/** Where ground is made up nevertheless, a subject has so much air. */
const MADE_UP_AIR = 0.03
/** A head that is wider than the frame's own crop, though so much of its box on either side may be nothing but its glow, is shown whole, with air, if no more than so much of the height is made up for it; else its front. */
const WIDE = { glow: 0.1, longest: 0.4, airs: [0.04, 0.02] } as const
/** A photograph is wide from this ratio on. A tall crop of one would cut what stands in a row in it: below a plain sky, which goes on, it is shown wider, by so much of the height, or by the last where that holds all of it. */
const BROAD = { least: 1.3, longest: 0.36, whole: 0.4 }
/** Rims that are thinner than this, both together, are not worth it: the picture fills the frame. */
const LEAST_MADE_UP = 0.12
const STEPS = 12

/** How a cover may go on where a frame shows more of its width than its height allows. */
export type Filling = {
  /** True: busy edges may go on mirrored, too, where a subject that stands free or a face would be cut. Default false: only plain edges are drawn on. Several people are all shown in either case, by whatever edges that takes. */
  canMakeUp?: boolean
}

/**
 * Where the whole of a cover lies in a frame that it fills: cropped around its subject, and enlarged by that. Where the subject is
 * too wide for the crop and an edge above or below is plain, more of the width is shown, and `drawWhole` draws that edge on. Where people stand side by side so much is shown that nobody is left out.
 */
export function planFilling(cover: Cover, size: Size, { canMakeUp = false }: Filling = {}): Box {
  const { top, bottom } = measurePlainness(cover.picture)
  const room = { above: isPlainEnough(top) ? LONGEST : 0, below: isPlainEnough(bottom) ? LONGEST : 0 }
  const crops = listCrops(cover, size, room.above + room.below)
  const madeUp = canMakeUp
    ? listCrops(cover, size, hasFaces(cover) ? LONGEST_MADE_UP.people : LONGEST_MADE_UP.else)
    : []
  const broad = isPlainEnough(top) ? listCrops(cover, size, BROAD.longest) : []
  // Only for faces more is made up than a thing that is whole needs.
  const wide = hasFaces(cover) ? madeUp : []
  const found =
    (canMakeUp ? findBroad(cover, broad) : undefined) ??
    findWhole(cover, crops, canMakeUp ? TIGHT_AIR : AIR) ??
    (canMakeUp ? findTightCrop(cover, size) : undefined) ??
    findWhole(cover, madeUp, [MADE_UP_AIR]) ??
    (canMakeUp ? findWide(cover, size) : undefined) ??
    findFreeEnd(cover, [...crops, ...wide]) ??
    (canMakeUp && isCut(cover) ? cropCutThing(cover, size) : undefined) ??
    crops.find((crop) => showsSubject(cover, crop)) ??
    wide.find((crop) => showsSubject(cover, crop))
  // Where no crop shows it, the narrowest is the largest picture, without anything made up.
  const composed = found ?? composeNarrowest(cover, crops)
  const isWide = isPlainEnough(top) && cover.width >= BROAD.least * cover.height
  const cleared = clearSides(cover, composed, {
    wider: [...crops, ...madeUp, ...broad],
    whole: isWide ? listCrops(cover, size, BROAD.whole) : [],
  })
  const whole = showAll(cover, cleared, size)
  const mostDrawnOn = size.height * (room.above + room.below) + 1e-6
  const isRim =
    measureMissing(whole, size) > mostDrawnOn && measureMissing(whole, size) < LEAST_MADE_UP * size.height
  const shown = isRim ? narrow(cover, whole, size) : whole
  const scale = size.width / shown.width
  const missing = measureMissing(shown, size)
  const isMadeUp = missing > mostDrawnOn
  const share = isMadeUp
    ? shareAbove(cover, missing / size.height)
    : room.above / Math.max(1e-6, room.above + room.below)
  return {
    x: -shown.x * scale,
    y: missing * share - shown.y * scale,
    width: cover.width * scale,
    height: cover.height * scale,
  }
}

/** How much of what is made up, a part of the frame's height, lies above. */
function shareAbove(cover: Cover, missing: number): number {
  const { least, most } = FILLS_COVER
  const { faces } = findSubject(cover.salience)
  const isFilled = faces.some(({ height }) => height >= least && height <= most)
  if (isFilled) return 0
  const longest = faces.length > 0 ? LONGEST_SKY.people : LONGEST_SKY.else
  return isPlainEnough(measurePlainness(cover.picture).top)
    ? Math.max(MADE_UP_ABOVE, Math.min(1, longest / missing))
    : MADE_UP_ABOVE
}

/** How much of the frame's height stays empty where a crop is as wide as the frame. */
function measureMissing(crop: Box, size: Size): number {
  return size.height - (crop.height * size.width) / crop.width
}

/** The middle of a crop, in the frame's own shape, unless it would cut one of several people. */
function narrow(cover: Cover, crop: Box, size: Size): Box {
  const width = (crop.height * size.width) / size.height
  const middle = { ...crop, x: crop.x + (crop.width - width) / 2, width }
  return findPeople(cover).length < 2 || keepsPeople(cover, middle) ? middle : crop
}

/** If a crop leaves out somebody, or cuts them, the narrowest that leaves out nobody, or else a wide one. */
function showAll(cover: Cover, composed: Box, size: Size): Box {
  if (findPeople(cover).length < 2 || keepsPeople(cover, composed)) return composed
  const crops = [LONGEST_WHOLE, LONGEST_GROUP].map((longest) => listCrops(cover, size, longest))
  const [square = []] = crops
  const keeps = (air: number) => (crop: Box) =>
    keepsPeople(cover, { ...crop, x: crop.x + air * crop.width, width: (1 - 2 * air) * crop.width })
  const all = crops.flat()
  return all.find(keeps(GROUP_AIR)) ?? all.findLast(keeps(0)) ?? square.at(-1) ?? composed
}

/** A crop that holds so many times as much of what stands out as the middle does is the better picture. */
const WORTH_MOVING = 1.2

/** What fills all of a picture is composed around its middle, unless there are faces to follow, or something that stands aside. */
function composeNarrowest(cover: Cover, [narrowest]: readonly Box[]): Box {
  if (!narrowest) return { x: 0, y: 0, width: cover.width, height: cover.height }
  const middle = { ...narrowest, x: (cover.width - narrowest.width) / 2 }
  const isAside = weigh(cover, narrowest) > WORTH_MOVING * weigh(cover, middle)
  return hasFaces(cover) || isAside ? narrowest : middle
}

/** Whether the cover itself cuts a thing at one side, and nobody is in it. */
function isCut(cover: Cover): boolean {
  const { box } = findSubject(cover.salience)
  return !hasFaces(cover) && box !== undefined && box.x > 0 !== box.x + box.width < 1
}

function hasFaces({ salience }: Cover): boolean {
  return findSubject(salience).faces.length > 0
}

/** How much of what stands out lies in a crop. */
function weigh({ salience, width, height }: Cover, crop: Box): number {
  const { columns, rows, weights } = salience
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const x = (((i % columns) + 0.5) / columns) * width
    const y = ((Math.floor(i / columns) + 0.5) / rows) * height
    if (x >= crop.x && x < crop.x + crop.width && y >= crop.y && y < crop.y + crop.height) sum += weights[i]!
  }
  return sum
}

/** Crops from the frame's own shape to the widest that leaves no more than a part of its height empty, the narrowest first. */
function listCrops(cover: Cover, size: Size, mostEmpty: number): Box[] {
  const ratio = size.width / size.height
  const widest = Math.min(cover.width / cover.height, ratio / (1 - mostEmpty))
  const tries = Array.from({ length: STEPS + 1 }, (_, i) => ratio + (Math.max(0, widest - ratio) * i) / STEPS)
  return tries.map((each) => cropToFill(cover, { width: each, height: 1 }))
}

/** The narrowest crop that holds all of the subject with air beside it, moved to where it does. */
function findWhole(
  { salience, width }: Cover,
  crops: readonly Box[],
  airs: readonly number[],
): Box | undefined {
  const { box } = findSubject(salience)
  if (!box || box.x <= 0 || box.x + box.width >= 1) return undefined
  for (const air of airs) {
    for (const crop of crops) {
      const left = Math.max(0, box.x * width - air * crop.width)
      const right = Math.min(width, (box.x + box.width) * width + air * crop.width)
      if (right - left > crop.width) continue
      return { ...crop, x: Math.max(right - crop.width, Math.min(left, crop.x)) }
    }
  }
  return undefined
}

/** Of a wide photograph below a plain sky, what stands beside its subject, too. */
function findBroad(cover: Cover, crops: readonly Box[]): Box | undefined {
  if (hasFaces(cover) || cover.width < BROAD.least * cover.height) return undefined
  return findWhole(cover, crops.toReversed(), [MADE_UP_AIR])
}

/** All of a wide thing that stands free, by more ground that is made up than others get; else what stands out most of it. */
function findWide(cover: Cover, size: Size): Box | undefined {
  const { box } = findSubject(cover.salience)
  if (hasFaces(cover) || !box || box.x <= 0 || box.x + box.width >= 1) return undefined
  const narrowest = cropToFill(cover, size).width
  if ((box.width - 2 * WIDE.glow) * cover.width <= narrowest) return undefined
  return findWhole(cover, listCrops(cover, size, WIDE.longest), WIDE.airs) ?? cropCutThing(cover, size)
}

/** Of a subject that the cover cuts at one side itself, the other end is shown, with air before it: a bird keeps its beak, and loses more of its wing. */
function findFreeEnd(cover: Cover, crops: readonly Box[]): Box | undefined {
  const { box } = findSubject(cover.salience)
  if (!box) return undefined
  const [isLeftFree, isRightFree] = [box.x > 0, box.x + box.width < 1]
  if (isLeftFree === isRightFree) return undefined
  for (const crop of crops) {
    const air = AIR[0] * crop.width
    const wished = isLeftFree
      ? box.x * cover.width - air
      : (box.x + box.width) * cover.width + air - crop.width
    const moved = { ...crop, x: Math.max(0, Math.min(cover.width - crop.width, wished)) }
    if (showsSubject(cover, moved)) return moved
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
