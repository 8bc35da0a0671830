import {
  type Box,
  type Croppable,
  type FontStyle,
  findKeepingCrop,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'
import {
  describeDate,
  fitBeside,
  fitCall,
  fitColumns,
  LEAST_PX,
  TALL_CALL,
  type Wording,
  type Words,
} from './words.ts'

/** The circle on which the ticks stand, or the upper part of one, of so many degrees. */
type Dial = { x: number; y: number; radius: number; ticks: typeof TICKS; arc?: number }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  dial: Dial
  number: PlacedText
  unit: PlacedText
  /** Where the number stands still as it swells, across its box. */
  grows: number
  /** The cover, flush with an edge of the frame: it grows from where `anchor` is, away from all words and never from the edge. */
  art: Box
  anchor: { x: number; y: number }
  /** The part of the cover that is shown; without it, what fills the box. */
  crop?: Box
  /** How much the cover grows on a beat. */
  swell: number
  /** Whether the cover hides all of the hand's lower half turn. */
  hidesHand: boolean
  /** The cross of the film leader: lines from the dial to what it divides. */
  beams: Box[]
  texts: Record<'kicker' | 'title' | 'artist' | 'date' | 'cta' | 'link', PlacedText>
  /** A brand's logo, below the names. */
  logo?: Box
}

/** The cover grows by so much on a beat; beside the dial of a square less, so that it keeps its distance. */
const COVER_SWELL = { TALL: 0.07, SQUARE: 0.032 }

/** Of the dial's radius: the circle that holds the number. */
const NUMBER_SHARE = 0.94
/** The ticks stand around the dial. */
const TICKS = { count: 60, lengthPx: 30, widthPx: 5 }
/** Those of an arch are larger, and more. */
const ARCH_TICKS = { count: 120, lengthPx: 60, widthPx: 7 }
const AROUND_PX = TICKS.lengthPx + 6
const GAP_PX = 54
/** A shorter beam would be a stray dash. */
const BEAM = { width: 5, gap: 14, least: 40 }

type Plan = Wording & { safe: Box; size: Size; art: Croppable; square: Size }

/** The cover is as large as the number and the words leave it; the day stands with the dial, the song with the cover. */
export function planLayout(
  size: Size,
  words: Words,
  {
    font,
    art,
    square = { width: 1, height: 1 },
    logo,
  }: { font: FontStyle; art: Croppable; square?: Size; logo?: Size | undefined },
): Layout {
  const { safe, shape } = planFrame(size)
  const plan = {
    safe,
    size,
    words,
    font,
    art,
    square,
    logo,
    isMirrored: isRightToLeft(words.title || words.date),
  }
  return shape === 'TALL' ? planTall(plan) : planSquare(plan)
}

/** Of a tall frame: what is between the number and the song, the largest date, the air above it, above what to do, and below the last line. */
const TALL = { gutterPx: 62, datePx: 116, dateGapPx: 40, callGapPx: 34, coverGapPx: 50 }
/** How high the number may be, the largest first that leaves the cover its place, and how wide it is for that. */
const NUMBER = { heightsPx: [364, 316, 268, 220], ratio: 1.215 }
/** The unit of a tall frame's number, and the air above it. */
const TALL_UNIT = { px: 80, gap: 28 }

/**
 * Tall: the number with the song beside it; below them the day and what to do, each by itself, then the cover across the frame's foot,
 * which the number leaves as much of the height as its subject needs. The dial is an arch over all that is written.
 */
function planTall(plan: Plan): Layout {
  const tries = NUMBER.heightsPx.map((heightPx) => fitTall(plan, heightPx))
  for (const { room, place } of tries) {
    const shown = fillFoot(plan.art, room)
    if (shown) return place(shown)
  }
  const { room, place } = tries.at(-1)!
  return place(standWhole(plan.art, room))
}

type Shown = Pick<Layout, 'art' | 'anchor' | 'crop'>

/** All that is written above the cover of a tall frame, and the room that it leaves. */
function fitTall(plan: Plan, numberHeightPx: number): { room: Box; place(shown: Shown): Layout } {
  const { size, safe, isMirrored } = plan
  const numberPx = NUMBER.ratio * numberHeightPx
  const inside = fitLarge(plan, { width: numberPx, height: numberHeightPx })
  const songPx = safe.width - numberPx - TALL.gutterPx
  const song = fitBeside(plan, songPx)
  const day = fitColumn([describeDate(plan, TALL.datePx, 1.25 * TALL.datePx)], safe.width)
  const call = fitCall(plan, safe.width, TALL_CALL)
  const callPx = call.heightPx > 0 ? TALL.callGapPx + call.heightPx : 0
  const belowPx = TALL.dateGapPx + day.heightPx + callPx
  const headPx = Math.max(inside.heightPx, song.heightPx)
  const roomPx = size.height - safe.y - headPx - belowPx - TALL.coverGapPx
  const place = (shown: Shown): Layout => {
    const foot = shown.art.y - TALL.coverGapPx - belowPx
    const songX = isMirrored ? safe.x : safe.x + safe.width - songPx
    const numberX = isMirrored ? safe.x + safe.width - numberPx : safe.x
    const { number, unit } = inside.place(numberX, (safe.y + foot + headPx) / 2)
    const { texts, logo } = song.place(songX, (safe.y + foot - song.heightPx) / 2)
    const [date] = day.place(safe.x, foot + TALL.dateGapPx)
    if (!date) throw new TypeError('the day has a date')
    const called = call.place(safe.x, foot + TALL.dateGapPx + day.heightPx + TALL.callGapPx)
    return {
      dial: arch(size, safe, shown.art.y),
      number,
      unit,
      // At the edge of the safe box it has no room beside it.
      grows: isMirrored ? 1 : 0,
      ...shown,
      swell: COVER_SWELL.TALL,
      hidesHand: shown.art.width >= size.width - 1,
      beams: [],
      texts: { ...texts, ...called, date },
      ...(logo && { logo }),
    }
  }
  return { room: { x: 0, y: size.height - roomPx, width: size.width, height: roomPx }, place }
}

/** What of a cover across the foot is still seen when a beat has pushed it beyond the frame. */
const SHARE = 1 / (1 + COVER_SWELL.TALL)
const SEEN = { x: (1 - SHARE) / 2, y: 0, width: SHARE, height: SHARE }

/** The cover from edge to edge on the frame's foot; nothing where that would cut into its subject. */
function fillFoot(picture: Croppable, room: Box): Shown | undefined {
  const height = Math.min(room.height, (room.width * picture.height) / picture.width)
  const art = { ...room, y: room.y + room.height - height, height }
  const crop = findKeepingCrop(picture, art, { seen: SEEN })
  return crop && { art, crop, anchor: { x: 0.5, y: 0 } }
}

/** All of the cover on the frame's foot, in its middle. */
function standWhole({ width, height }: Size, room: Box): Shown {
  const ratio = width / height
  const wide = Math.min(room.width, room.height * ratio)
  const high = wide / ratio
  const art = { x: (room.width - wide) / 2, y: room.y + room.height - high, width: wide, height: high }
  return { art, anchor: { x: 0.5, y: 0 } }
}

/** The air between type and the ticks. */
const ARCH_AIR = 6

/** A dial that holds the corners of the safe box. Its hand turns on the cover's upper edge, so that no wedge ends behind the type. */
function arch(size: Size, safe: Box, y: number): Dial {
  const x = size.width / 2
  // Ticks beside the cover would be no part of it.
  return { x, y, radius: Math.hypot(x - safe.x, y - safe.y) + ARCH_AIR, ticks: ARCH_TICKS, arc: 180 }
}

/** Of a square: the largest cover, and the air above the dial. */
const SQUARE = { coverPx: 590, topPx: 24 }
/** Between the day's column and the song's, and between the dial and all that is around it: clearly more than the cover grows. */
const SQUARE_GAP = { columns: 66, dial: 34 }

/** Square: dial and cover side by side, the day below the one and the song below the other. */
function planSquare(plan: Plan): Layout {
  const { size, safe, words, font, isMirrored } = plan
  const split = size.width - SQUARE.coverPx
  const columns = fitColumns(plan, {
    day: split - safe.x - SQUARE_GAP.columns,
    song: safe.x + safe.width - split,
    row: safe.width,
  })
  const foot = safe.y + safe.height
  const side = Math.min(SQUARE.coverPx, foot - columns.heightPx - GAP_PX)
  const spare = foot - side - GAP_PX - columns.heightPx
  const textY = side + GAP_PX + spare / 2
  const room = size.width - side
  const dial = {
    x: isMirrored ? size.width - room / 2 : room / 2,
    y: SQUARE.topPx + (side - SQUARE.topPx) / 2,
    radius: Math.min(room - 2 * SQUARE_GAP.dial, side - SQUARE.topPx) / 2 - AROUND_PX,
    ticks: TICKS,
  }
  return {
    dial,
    ...fitNumber(words, dial, font),
    grows: 0.5,
    ...standBeside(plan, side, dial.y),
    swell: COVER_SWELL.SQUARE,
    hidesHand: false,
    beams: drawAcross(dial, isMirrored ? side : 0, isMirrored ? size.width : size.width - side),
    ...(isMirrored
      ? columns.place(size.width - split + SQUARE_GAP.columns, safe.x, textY)
      : columns.place(safe.x, split, textY)),
  }
}

/** The cover flush in the upper corner; where a square would leave out somebody, all of it, level with the dial. */
function standBeside({ size, square, isMirrored }: Plan, side: number, level: number): Shown {
  const height = (side * square.height) / square.width
  const y = height < side ? level - height / 2 : 0
  const art = { x: isMirrored ? 0 : size.width - side, y, width: side, height }
  return { art, anchor: { x: isMirrored ? 0 : 1, y: y > 0 ? 0.5 : 0 } }
}

/** The level lines of the cross, on both sides of the dial. */
function drawAcross({ x, y, radius }: Dial, from: number, to: number): Box[] {
  const reach = radius + AROUND_PX + BEAM.gap
  const beam = { y: y - BEAM.width / 2, height: BEAM.width }
  return [
    { ...beam, x: from, width: x - reach - from },
    { ...beam, x: x + reach, width: to - x - reach },
  ].filter(({ width }) => width >= BEAM.least)
}

/** The number grows by so much on the first beat of a bar. */
export const NUMBER_SWELL = 0.11

/** A tall frame's number, as wide as its place, with the room in which it swells above and the unit below it, both at its side of the frame. */
function fitLarge(
  { words, font, isMirrored }: Plan,
  { width, height }: Size,
): {
  heightPx: number
  place(x: number, foot: number): Pick<Layout, 'number' | 'unit'>
} {
  const style = { font, align: isMirrored ? 'RIGHT' : 'LEFT', anchor: 'TOP', maxLines: 1 } as const
  // A line of type is higher than its figures: the ink is what is to be as high as its room.
  const large = fitText(
    words.number,
    { width, height: 2 * height },
    { ...style, role: 'DISPLAY', maxSizePx: findLargest(words.number, font, height), minSizePx: 20 },
  )
  const small = fitText(
    words.unit,
    { width, height: 1.5 * TALL_UNIT.px },
    { ...style, role: 'TEXT', maxSizePx: TALL_UNIT.px, minSizePx: LEAST_PX },
  )
  const [largePx, smallPx] = [large, small].map(({ ink }) => ink.bottom - ink.top) as [number, number]
  const gap = words.unit ? TALL_UNIT.gap : 0
  const put = (layout: TextLayout, x: number, inkTop: number): PlacedText => ({
    layout,
    box: { x, y: inkTop - layout.ink.top, width, height: Math.max(1, layout.block.bottom) },
  })
  return {
    heightPx: (1 + NUMBER_SWELL) * largePx + gap + smallPx,
    place: (x, foot) => ({
      number: put(large, x, foot - smallPx - gap - largePx),
      unit: put(small, x, foot - smallPx),
    }),
  }
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

/** The number as large as the dial's inner circle holds it, its unit below. */
function fitNumber({ number, unit }: Words, dial: Dial, font: FontStyle): Pick<Layout, 'number' | 'unit'> {
  const inner = NUMBER_SHARE * dial.radius
  const style = { font, align: 'CENTER', anchor: 'TOP' } as const
  const isWord = unit === ''
  const width = (isWord ? 1.62 : 1.56) * inner
  const height = (isWord ? 0.9 : 1.5) * inner
  const large = fitText(
    number,
    { width, height },
    { ...style, role: 'DISPLAY', maxSizePx: 2 * inner, minSizePx: 20, maxLines: 1 },
  )
  const small = fitText(
    unit,
    { width: 1.2 * inner, height: 0.3 * inner },
    { ...style, role: 'TEXT', maxSizePx: Math.max(LEAST_PX, 0.24 * inner), minSizePx: LEAST_PX, maxLines: 1 },
  )
  const gap = isWord ? 0 : 0.17 * inner
  const measureInk = ({ ink }: TextLayout) => ink.bottom - ink.top
  const top = dial.y - (measureInk(large) + gap + measureInk(small)) / 2
  const place = (layout: TextLayout, boxWidth: number, inkTop: number): PlacedText => ({
    layout,
    box: {
      x: dial.x - boxWidth / 2,
      y: inkTop - layout.ink.top,
      width: boxWidth,
      height: Math.max(1, layout.block.bottom),
    },
  })
  return { number: place(large, width, top), unit: place(small, 1.2 * inner, top + measureInk(large) + gap) }
}
