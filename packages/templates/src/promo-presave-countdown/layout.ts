import {
  type Box,
  type Croppable,
  type FontStyle,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'
import type { Dial, Layout, Plan } from './poster.ts'
import { planTall } from './tall.ts'
import { LEAST_PX, type Words } from './wording.ts'
import { fitColumns } from './words.ts'

/** The cover grows by so much on a beat: little beside the dial, so that it keeps its distance. */
const COVER_SWELL = 0.032

/** Of the dial's radius: the circle that holds the number. */
const NUMBER_SHARE = 0.94
/** The ticks stand around the dial. */
const TICKS = { count: 60, lengthPx: 30, widthPx: 5 }
const AROUND_PX = TICKS.lengthPx + 6
const GAP_PX = 46
/** A shorter beam would be a stray dash. */
const BEAM = { width: 5, gap: 14, least: 40 }

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

/** Of a square: the largest cover, and the air above the dial. */
const SQUARE = { coverPx: 560, topPx: 24 }
/** Between the day's column and the song's, and between the dial and all that is around it: clearly more than the cover grows. */
const SQUARE_GAP = { columns: 96, dial: 34 }

/** Square: dial and cover side by side, the day below the one and the song below the other, and what to do below both. */
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
  const level = SQUARE.topPx + (side - SQUARE.topPx) / 2
  const picture = standBeside(plan, side, level)
  const room = size.width - picture.art.width
  const dial = {
    x: isMirrored ? size.width - room / 2 : room / 2,
    y: level,
    radius: Math.min(room - 2 * SQUARE_GAP.dial, side - SQUARE.topPx) / 2 - AROUND_PX,
    ticks: TICKS,
  }
  return {
    hand: dial,
    dial,
    ...fitNumber(words, dial, font),
    grows: 0.5,
    ...picture,
    swell: COVER_SWELL,
    hidesHand: false,
    beams: drawAcross(dial, isMirrored ? size.width - room : 0, isMirrored ? size.width : room),
    ...(isMirrored
      ? columns.place(size.width - split + SQUARE_GAP.columns, safe.x, textY)
      : columns.place(safe.x, split, textY)),
  }
}

/** The cover flush in the upper corner; where a square would leave out somebody, all of it, within the square and level with the dial. */
function standBeside(
  { size, square, isMirrored }: Plan,
  side: number,
  level: number,
): Pick<Layout, 'art' | 'anchor'> {
  const width = Math.min(side, (side * square.width) / square.height)
  const height = (width * square.height) / square.width
  const y = height < side ? level - height / 2 : 0
  const art = { x: isMirrored ? 0 : size.width - width, y, width, height }
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

/** The unit belongs to the number: as bold, and of such a part of the circle's radius. */
const UNIT_SHARE = 0.33

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
    { width: 1.2 * inner, height: 0.4 * inner },
    {
      ...style,
      role: 'DISPLAY',
      maxSizePx: Math.max(LEAST_PX, UNIT_SHARE * inner),
      minSizePx: LEAST_PX,
      maxLines: 1,
    },
  )
  const gap = isWord ? 0 : 0.15 * inner
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
