import {
  type AudioTrack,
  type Box,
  chooseInk,
  cubicOut,
  drawText,
  drawWord,
  ease,
  expoOut,
  type Frame,
  isRightToLeft,
  type Layer,
  type Motion,
  type Painting,
  type Palette,
  type PlacedWord,
  paint,
  placeWords,
  sprite,
  type TextLayout,
  toGroundTone,
  wipe,
} from '@songreel/kit'
import { planBar } from './bars.ts'
import type { KaraokeLayout } from './layout.ts'
import type { NextRow, SungRow } from './rows.ts'
import { GROUND_CONTRAST } from './stage.ts'

/** Words stand in the strongest ink and can be read ahead; the bar runs behind them, and the letters on it change. */
export type Ink = { text: string; quiet: string; bar: string; onBar: string }

/** Small type beside the rows. */
const QUIET_CONTRAST = 7.2
/** A bar is as much brighter than the lightest ground as leaves letters on it their contrast. */
const BAR_CONTRAST = 4.7
const LETTER_CONTRAST = 7.3

/** The bar is the cover's accent; of a grey cover the ink itself, and the words turn over to the ground's colour. */
export function inkWords(palette: Palette): Ink {
  const { text, background } = palette
  const wish = {
    groundContrast: GROUND_CONTRAST,
    accentContrast: BAR_CONTRAST,
    quietContrast: QUIET_CONTRAST,
  }
  const { accent, quiet, isColourful } = chooseInk(palette, wish)
  const bar = isColourful ? accent : text
  return { text, quiet, bar, onBar: toGroundTone(background, bar, LETTER_CONTRAST) }
}

/** What the rows move with. */
export type RowMotion = { audio: AudioTrack; motion: Motion; ink: Ink }

/** A row gives way to another within a few frames: in between there is nothing to read. */
const ENTER_SECS = 0.34
const APPEAR_SECS = 0.07
const LEAVE_SECS = 0.07
/** How far a row travels when it comes, in em. */
const TRAVEL = 0.24
/** A bar's head and foot above and below the baseline, and what it has beyond the letters, in em. */
const BAR = { above: 0.87, below: 0.27, beyond: 0.22 }

/** All rows: the one that is sung, with a bar that runs along it line by line, and the next one below. */
export function drawRows(layout: KaraokeLayout, how: RowMotion): Layer[] {
  return [
    ...layout.next.map((row) => drawNext(layout, row, how.ink)),
    ...layout.rows.flatMap((row) => {
      const words = placeWords(row.text, row.line)
      const place = placeRow(layout, row)
      return row.text.lines.flatMap((_, line) => {
        const own = words.filter((word) => word.line === line)
        return drawLine({ layout, row, place, line, words: own }, how)
      })
    }),
  ]
}

/** Where a row's text begins: one that is sung stands on the foot of its place, what waits hangs from the head of its own. */
export function placeRow(
  { slots, room }: Pick<KaraokeLayout, 'slots' | 'room'>,
  { text, isBehind }: Pick<SungRow, 'text' | 'isBehind'>,
): { x: number; y: number } {
  const { sung, next } = slots
  return { x: room.x, y: isBehind ? next.y : sung.y + sung.height - text.block.bottom }
}

/** The next row waits below, and is away while a voice behind has its place. */
function drawNext(layout: KaraokeLayout, row: NextRow, ink: Ink): Layer {
  const { slots, room, rows } = layout
  const { text, showSecs, hideSecs } = row
  const box = { x: room.x, y: slots.next.y, width: room.width, height: Math.max(1, text.block.bottom) }
  const voices = rows.filter((each) => each.isBehind && each.showSecs < hideSecs && each.hideSecs > showSecs)
  const isTaken = ({ secs }: Frame) => voices.some((each) => secs >= each.showSecs && secs < each.hideSecs)
  return sprite(
    paint(box, (ctx) => drawText(ctx, text, 0, 0, ink.quiet), { bleed: 0.2 * text.sizePx }),
    { opacity: (frame) => (isTaken(frame) ? 0 : presence(row, frame.secs)) },
  )
}

/** 1 while a row is in its place: it comes and goes quickly, and what is there when the video begins is there at once. */
function presence({ showSecs, hideSecs }: Pick<SungRow, 'showSecs' | 'hideSecs'>, secs: number): number {
  const coming = showSecs <= 0 ? 1 : ease(secs, showSecs, APPEAR_SECS, cubicOut)
  return coming * (1 - ease(secs, hideSecs - LEAVE_SECS, LEAVE_SECS, cubicOut))
}

/** One line of type in a row. */
type TypeLine = {
  layout: KaraokeLayout
  row: SungRow
  place: { x: number; y: number }
  line: number
  words: readonly PlacedWord[]
}

/** A line of type on its bar: the letters change where the bar is. */
function drawLine({ layout, row, place, line, words }: TypeLine, { audio, motion, ink }: RowMotion): Layer[] {
  const { text, showSecs, isCountedIn } = row
  const isRtl = isRightToLeft(text.lines[line]?.text ?? '')
  const bar = layBar(layout, { text, place, line, isRtl })
  // From the side where reading begins; where words of another direction stand in between, it waits for them.
  const startOf = ({ left, right }: PlacedWord) =>
    isRtl ? bar.x + bar.width - place.x - right : place.x + left - bar.x
  let reach = 0
  const run = words.map((word) => {
    reach = Math.max(reach, startOf(word) - AHEAD * text.sizePx)
    return { ...word, from: reach }
  })
  const sungTo = planBar(
    { from: run[0]?.from ?? 0, to: bar.width, words: run, isCountedIn: isCountedIn && line === 0, showSecs },
    audio,
  )
  const travel = motion === 'FULL' ? TRAVEL * text.sizePx : 0
  const placement = {
    y: ({ secs }: Frame) => (showSecs <= 0 ? 0 : travel * (1 - ease(secs, showSecs, ENTER_SECS, expoOut))),
    opacity: ({ secs }: Frame) => presence(row, secs),
  }
  const from = isRtl ? 'RIGHT' : 'LEFT'
  const block = paint(bar, (ctx, { width, height }) => {
    ctx.fillStyle = ink.bar
    ctx.fillRect(0, 0, width, height)
  })
  const reveal = ({ secs }: Frame) => sungTo(secs) / bar.width
  return [
    // A voice behind has no bar: it would be as large as what is sung before it, and too low for small letters.
    ...(row.isBehind ? [] : [sprite(block, { ...placement, reveal, revealFrom: from })]),
    ...words.map((word) => {
      const letters = paintWord(text, word, place, ink)
      // It has colours of its own, on the ground and on the bar.
      if (/\p{Extended_Pictographic}/u.test(word.text)) return sprite(letters, placement)
      const edge = ({ secs }: Frame) => (sungTo(secs) - startOf(word)) / letters.box.width
      return wipe(letters, letters, {
        ...placement,
        edge,
        from,
        ...(row.isBehind
          ? { beforeColour: ink.quiet, afterColour: ink.bar }
          : { beforeColour: ink.text, afterColour: ink.onBar }),
      })
    }),
  ]
}

function paintWord(text: TextLayout, word: PlacedWord, place: { x: number; y: number }, ink: Ink): Painting {
  const { sizePx } = text
  const box = {
    x: place.x + word.left,
    y: place.y + word.baseline - sizePx,
    width: Math.max(1, word.right - word.left),
    height: 1.3 * sizePx,
  }
  const at = { x: -word.left, y: sizePx - word.baseline, fill: ink.text }
  return paint(box, (ctx) => drawWord(ctx, text, word, at), { bleed: 0.4 * sizePx })
}

/** The bar is so much ahead of a word that begins, in em. */
const AHEAD = 0.05

/** The bar of a line: it comes from the frame's edge where type stands at that, and ends a little beyond the last letter. */
export function layBar(
  { room, frame: { size }, lineGap }: KaraokeLayout,
  {
    text,
    place,
    line,
    isRtl,
  }: { text: TextLayout; place: { x: number; y: number }; line: number; isRtl: boolean },
): Box {
  const { baseline, ink } = text.lines[line]!
  const { above, below, beyond } = BAR
  // Signs above and below letters stand on it too, but never in the line above or below.
  const most = (text.lineHeightPx - lineGap * text.sizePx - (above + below) * text.sizePx) / 2
  const more = (px: number) => Math.max(0, Math.min(text.lines.length > 1 ? most : px, px))
  const top = baseline - above * text.sizePx - more(baseline - above * text.sizePx - ink.top)
  const bottom = baseline + below * text.sizePx + more(ink.bottom - baseline - below * text.sizePx)
  const pad = beyond * text.sizePx
  const isAtLeft = !isRtl && ink.left < 0.1 * text.sizePx && room.x < 0.2 * size.width
  const isAtRight =
    isRtl && ink.right > room.width - 0.1 * text.sizePx && room.x + room.width > 0.8 * size.width
  const left = isAtLeft ? 0 : Math.max(0, place.x + ink.left - pad)
  const right = isAtRight ? size.width : Math.min(size.width, place.x + ink.right + pad)
  return { x: left, y: place.y + top, width: right - left, height: bottom - top }
}

/** Until the first row comes, or where nobody sings at all, title and artist have the rows' places. */
export function drawTitleCard(layout: KaraokeLayout, { title, artist, ink, untilSecs }: TitleCard): Layer[] {
  const { sung, next } = layout.slots
  const places = [
    { text: title, y: sung.y + sung.height - title.block.bottom, colour: ink.text },
    { text: artist, y: next.y, colour: ink.quiet },
  ]
  return places.map(({ text, y, colour }) =>
    sprite(
      paint(
        { x: layout.room.x, y, width: layout.room.width, height: Math.max(1, text.block.bottom) },
        (ctx) => drawText(ctx, text, 0, 0, colour),
        { bleed: 0.3 * text.sizePx },
      ),
      { opacity: ({ secs }) => 1 - leaveCard(secs, untilSecs) },
    ),
  )
}

/** 0 while title and artist have the rows' places, 1 once the rows do. */
export function leaveCard(secs: number, untilSecs: number): number {
  return ease(secs, untilSecs - LEAVE_SECS, LEAVE_SECS, cubicOut)
}

/** Title and artist, set as rows. */
export type TitleCard = { title: TextLayout; artist: TextLayout; ink: Ink; untilSecs: number }
