import {
  type Box,
  type FontStyle,
  findKeepingCrop,
  fitText,
  keepsSubject,
  measureLost,
  type PlacedText,
  type Size,
  type TextLayout,
} from '@songreel/kit'
import { CALL, fitCall } from './call.ts'
import type { Layout, Plan, Tape } from './poster.ts'
import { LEAST_PX } from './wording.ts'
import { fitBeside, fitSong } from './words.ts'

/** The number grows by so much on the first beat of a bar. */
export const NUMBER_SWELL = 0.11
/** A cover across the foot grows by so much on a beat; one with ground beside it hardly, so that it keeps its place below the type. */
const COVER_SWELL = { across: 0.055, whole: 0.018 }
/** What is between the number at its largest and the day, and the air above the song and below the last line. */
const TALL = { gutterPx: 34, songGapPx: 54, coverGapPx: 62 }
/** How wide the number is for its height. */
const NUMBER_RATIO = 1.215
/** How high the number and how large the title may be: the first of these that leaves the cover its place. */
const SIZES: readonly Sizes[] = [
  { numberPx: 364, titlePx: 150 },
  { numberPx: 332, titlePx: 150 },
  { numberPx: 300, titlePx: 150 },
  { numberPx: 300, titlePx: 120 },
  { numberPx: 268, titlePx: 116 },
]

type Sizes = { numberPx: number; titlePx: number }
/** Its unit stands at its head, and the day on its foot. */
const UNIT = { px: 104, gap: 30 }

/**
 * Tall: the number with its unit and the day beside it; below them the song, and what to do; then the cover across the frame's foot,
 * which gets as much of the height as its subject needs: number and title get smaller for that. A tape of ticks runs along the head.
 */
export function planTall(plan: Plan): Layout {
  const tries = SIZES.map((sizes) => fitTall(plan, sizes))
  for (const { room, place } of tries) {
    const shown = fillFoot(plan.art, room)
    if (shown) return place(shown)
  }
  const { room, place } = tries.at(-1)!
  return place(standWhole(plan.art, room))
}

type Shown = Pick<Layout, 'art' | 'anchor' | 'crop' | 'swell'>

/** All that is written above the cover of a tall frame, and the room that it leaves. */
function fitTall(
  plan: Plan,
  { numberPx: heightPx, titlePx }: Sizes,
): { room: Box; place(shown: Shown): Layout } {
  const { size, safe, isMirrored } = plan
  const numberPx = NUMBER_RATIO * heightPx
  const head = fitHead(plan, { width: numberPx, height: heightPx })
  const song = fitSong(plan, { width: safe.width, title: titlePx })
  const call = fitCall(plan, safe.width)
  const callPx = call.heightPx > 0 ? CALL.above + call.heightPx : 0
  const belowPx = TALL.songGapPx + song.heightPx + callPx
  const roomPx = size.height - safe.y - head.heightPx - belowPx - TALL.coverGapPx
  const place = (shown: Shown): Layout => {
    // What the cover leaves over goes above and below all of it.
    const foot = (safe.y + head.heightPx + shown.art.y - TALL.coverGapPx - belowPx) / 2
    const { texts, ...rest } = head.place(isMirrored ? safe.x + safe.width - numberPx : safe.x, foot)
    const songY = foot + TALL.songGapPx
    return {
      // On the cover's upper edge: no wedge ends behind the type.
      hand: { x: size.width / 2, y: shown.art.y },
      tape: layTape(size),
      ...rest,
      // At the edge of the safe box it has no room beside it.
      grows: isMirrored ? 1 : 0,
      ...shown,
      hidesHand: shown.art.width >= size.width - 1,
      beams: [],
      texts: {
        ...texts,
        ...song.place(safe.x, songY),
        ...call.place(safe.x, songY + song.heightPx + CALL.above),
      },
    }
  }
  return { room: { x: 0, y: size.height - roomPx, width: size.width, height: roomPx }, place }
}

/** Down to the number, but for the room in which that swells. */
const TAPE_PX = 190

/** From edge to edge at the frame's head, above all type. */
function layTape({ width }: Size): Tape {
  return { box: { x: 0, y: 0, width, height: TAPE_PX }, stepPx: width / 36, widthPx: 7 }
}

/** The number, with the room in which it swells above it; beside it at its head the unit, on its foot the day. */
function fitHead(
  plan: Plan,
  { width, height }: Size,
): {
  heightPx: number
  place(
    x: number,
    foot: number,
  ): Pick<Layout, 'number' | 'unit' | 'logo'> & {
    texts: ReturnType<ReturnType<typeof fitBeside>['place']>['texts']
  }
} {
  const { safe, words, font, isMirrored } = plan
  const style = { font, align: isMirrored ? 'RIGHT' : 'LEFT', anchor: 'TOP', maxLines: 1 } as const
  // A line of type is higher than its figures: the ink is what is to be as high as its room.
  const maxSizePx = findLargest(words.number, font, height)
  const large = fitText(
    words.number,
    { width, height: 2 * height },
    { ...style, role: 'DISPLAY', maxSizePx, minSizePx: 20 },
  )
  // It swells away from its edge of the safe box, and what stands beside it keeps its distance from it then.
  const inkPx = isMirrored ? width - large.ink.left : large.ink.right
  const takenPx = (1 + NUMBER_SWELL) * inkPx + TALL.gutterPx
  const besidePx = safe.width - takenPx
  const small = fitText(
    words.unit,
    { width: besidePx, height: 1.5 * UNIT.px },
    { ...style, role: 'TEXT', maxSizePx: UNIT.px, minSizePx: LEAST_PX },
  )
  const [largePx, smallPx] = [large, small].map(({ ink }) => ink.bottom - ink.top) as [number, number]
  const unitPx = words.unit ? smallPx + UNIT.gap : 0
  const headPx = (1 + NUMBER_SWELL) * largePx
  const day = fitBeside(plan, { width: besidePx, height: largePx - unitPx })
  const columnPx = unitPx + day.heightPx
  const put = (layout: TextLayout, inkTop: number, [x, wide]: [number, number]): PlacedText => ({
    layout,
    box: { x, y: inkTop - layout.ink.top, width: wide, height: Math.max(1, layout.block.bottom) },
  })
  return {
    heightPx: Math.max(headPx, columnPx),
    place: (x, foot) => {
      const besideX = isMirrored ? safe.x : x + takenPx
      const top = foot - Math.max(largePx, columnPx)
      return {
        number: put(large, foot - largePx, [x, width]),
        unit: put(small, top, [besideX, besidePx]),
        ...day.place(besideX, foot - day.heightPx),
      }
    },
  }
}

/** What of a cover across the foot is still seen when a beat has pushed it beyond the frame's sides. Its foot, which goes for a moment as well, is not missed. */
const SHARE = 1 / (1 + COVER_SWELL.across)
const SEEN = { x: (1 - SHARE) / 2, y: 0, width: SHARE, height: 1 }

/** The cover from edge to edge on the frame's foot; nothing where that would cut into its subject. */
function fillFoot(picture: Plan['art'], room: Box): Shown | undefined {
  const height = Math.min(room.height, (room.width * picture.height) / picture.width)
  const art = { ...room, y: room.y + room.height - height, height }
  const crop = findKeepingCrop(picture, art, { seen: SEEN })
  return crop && { art, crop: liftToTop(picture, crop), anchor: { x: 0.5, y: 0 }, swell: COVER_SWELL.across }
}

/** So much of the subject's top may be cut, and so much air is above it, in heights of the picture. */
const TOP = { cut: 0.004, air: 0.02 }
const LIFTS = 16

/** Slides a crop up as far as the top of the subject needs it, if that costs nothing that matters below. */
function liftToTop(picture: Plan['art'], crop: Box): Box {
  for (let lift = 0; lift <= LIFTS; lift++) {
    const lifted = { ...crop, y: (crop.y * (LIFTS - lift)) / LIFTS }
    const top = lifted.y === 0 ? 0 : lifted.y + TOP.air * picture.height
    const above = measureLost(picture, { ...lifted, y: top, height: picture.height - top })
    if (above.subject <= TOP.cut) return keepsSubject(picture, lifted, { seen: SEEN }) ? lifted : crop
  }
  return crop
}

/** All of the cover on the frame's foot, in its middle. */
function standWhole({ width, height }: Size, room: Box): Shown {
  const ratio = width / height
  const wide = Math.min(room.width, room.height * ratio)
  const high = wide / ratio
  const art = { x: (room.width - wide) / 2, y: room.y + room.height - high, width: wide, height: high }
  return { art, anchor: { x: 0.5, y: 0 }, swell: COVER_SWELL.whole }
}

/** The size at which a number's ink is as high as its room. */
function findLargest(number: string, font: FontStyle, heightPx: number): number {
  const probe = fitText(
    number,
    { width: 10_000, height: 1000 },
    { font, role: 'DISPLAY', maxSizePx: 100, minSizePx: 100, maxLines: 1 },
  )
  return (100 * heightPx) / Math.max(1, probe.ink.bottom - probe.ink.top)
}
