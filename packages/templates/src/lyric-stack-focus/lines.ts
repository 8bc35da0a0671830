import {
  type AudioTrack,
  type Box,
  drawText,
  drawWord,
  type Frame,
  type Layer,
  mix,
  mixColours,
  type Palette,
  paint,
  placeWords,
  type SpriteProps,
  sprite,
  type TextLayout,
} from '@songreel/kit'
import type { StackLayout } from './layout.ts'
import type { Row } from './rows.ts'
import { planScroll, type Scroll, sing } from './scroll.ts'

/** The line that is sung swells so much with the beat. */
const BEAT_SCALE = 0.014
/** A word that has been sung stands this much higher, in em. */
const LIFT = 0.07
/** How bright a word is that waits in the line being sung. */
const READY = 0.42
const SHADES = 24

/** What the lines are drawn with. */
export type Ink = { palette: Palette; rest: string; audio: AudioTrack }

/** All lines and interludes, each drawn once and moved by the scroll. */
export function drawLines(layout: StackLayout, ink: Ink): Layer[] {
  const scroll = planScroll(layout)
  const shades = Array.from({ length: SHADES + 1 }, (_, i) =>
    mixColours(ink.rest, ink.palette.text, i / SHADES),
  )
  const shade = (brightness: number) => shades[Math.round(brightness * SHADES)] ?? ink.rest
  return layout.rows.flatMap((row, index) => {
    const place = { layout, row, index, scroll, ink, shade }
    if (!row.sung) return drawInterlude(place)
    const { line, text } = row.sung
    const whole = text.lines.flatMap((_, at) => drawPart(place, row.sung!, at))
    return line.words ? [...whole, ...drawTimedWords(place, row.sung)] : whole
  })
}

type Place = {
  layout: StackLayout
  row: Row
  index: number
  scroll: Scroll
  ink: Ink
  shade: (brightness: number) => string
}

/** One row of a line: each comes into the window by itself. Where words are timed, they take its place while they are sung. */
function drawPart(place: Place, { line, text }: SungRow, at: number): Layer[] {
  const { layout, row, index, scroll, ink, shade } = place
  const whole = rowBox(layout, row, text)
  const part = text.lines[at]!
  const [top, bottom] = [part.ink.top, part.ink.bottom]
  const box = { ...whole, y: whole.y + top, height: Math.max(1, bottom - top) }
  const isTimed = line.words !== undefined
  const most = isTimed ? 1 : scroll.most(index)
  const isSung = (frame: Frame) => scroll.focus(index, frame) > 0
  // At rest it is painted in its own size, and while it is sung in the one that it grows to.
  return [...new Set([1, most])].map((size) => {
    const { painting, anchor } = paintLarge(place, text, { box, size, bleed: 0.2 }, (ctx) =>
      drawText(ctx, { ...text, lines: [part] }, 0, -top, ink.palette.text),
    )
    const isAway = (frame: Frame) => (isTimed ? isSung(frame) : most > 1 && isSung(frame) !== size > 1)
    return sprite(painting, {
      y: (frame) => scroll.shift(index, frame),
      scale: (frame) =>
        (scroll.size(index, frame) / size) *
        (isTimed ? 1 : swell(scroll.focus(index, frame), ink.audio.beat(frame))),
      ...inkWord(part.text, {
        presence: (frame) => (isAway(frame) ? 0 : scroll.presence(index, { top, bottom }, frame)),
        brightness: (frame) => scroll.focus(index, frame),
        shade,
      }),
      anchor,
    })
  })
}

/** Each word on its own: it lights up and rises when it is sung. */
function drawTimedWords(place: Place, { line, text }: SungRow): Layer[] {
  const { layout, row, index, scroll, ink, shade } = place
  const whole = rowBox(layout, row, text)
  const most = scroll.most(index)
  return placeWords(text, line).map((word) => {
    const width = Math.max(1, word.right - word.left)
    const height = 1.3 * text.sizePx
    const box = { x: whole.x + word.left, y: whole.y + word.baseline - text.sizePx, width, height }
    const { painting, anchor } = paintLarge(place, text, { box, size: most, bleed: 0.4 }, (ctx) =>
      drawWord(ctx, text, word, { x: -word.left, y: text.sizePx - word.baseline, fill: ink.palette.text }),
    )
    const lift = LIFT * text.sizePx
    const sungAt = ({ secs }: Frame) => sing(secs, word.startSecs)
    const span = { top: word.baseline - 0.75 * text.sizePx, bottom: word.baseline + 0.1 * text.sizePx }
    return sprite(painting, {
      y: (frame) => scroll.shift(index, frame) - lift * sungAt(frame) * scroll.focus(index, frame),
      scale: (frame) =>
        (scroll.size(index, frame) / most) * swell(scroll.focus(index, frame), ink.audio.beat(frame)),
      ...inkWord(word.text, {
        presence: (frame) => (scroll.focus(index, frame) > 0 ? scroll.presence(index, span, frame) : 0),
        brightness: (frame) => scroll.focus(index, frame) * mix(READY, 1, sungAt(frame)),
        shade,
      }),
      anchor,
    })
  })
}

/** A part of a row as large as it becomes, and the corner of the row from which all of it grows. `bleed` is in em. */
function paintLarge(
  { layout, row }: Place,
  text: TextLayout,
  { box, size, bleed }: { box: Box; size: number; bleed: number },
  draw: Parameters<typeof paint>[1],
) {
  const whole = rowBox(layout, row, text)
  const edge = row.side === 'LEFT' ? whole.x : whole.x + whole.width
  // In units of the painting, in which the corner stays where it is.
  const home = { ...box, x: box.x - edge + edge / size, y: box.y - whole.y + whole.y / size }
  return {
    painting: paint(home, draw, { bleed: bleed * text.sizePx, unit: size }),
    anchor: { x: (edge - box.x) / box.width, y: (whole.y - box.y) / box.height },
  }
}

/** How much of an emoji is seen at rest: it has colours of its own, so it is faded instead of dyed. */
const REST_EMOJI = 0.55

type Inking = {
  presence: (frame: Frame) => number
  brightness: (frame: Frame) => number
  shade: (brightness: number) => string
}

function inkWord(
  text: string,
  { presence, brightness, shade }: Inking,
): Pick<SpriteProps, 'opacity' | 'colour'> {
  if (!/\p{Extended_Pictographic}/u.test(text))
    return { opacity: presence, colour: (frame) => shade(brightness(frame)) }
  return { opacity: (frame) => presence(frame) * mix(REST_EMOJI, 1, brightness(frame)) }
}

type SungRow = NonNullable<Row['sung']>

function swell(focus: number, beat: number): number {
  return 1 - BEAT_SCALE * focus * (1 - beat)
}

/** Where the row stands before the scroll moves it; the text is set in as much of the window's width as it was given. */
function rowBox({ window }: StackLayout, row: Row, { block, ink }: TextLayout) {
  const width = Math.max(1, Math.max(block.right, ink.right))
  const { y } = window
  if (row.side === 'LEFT') return { x: window.x, y, width, height: row.height }
  return { x: window.x + window.width - width, y, width, height: row.height }
}

const DOTS = 3
/** Distance of the dots, of their size. */
const DOT_STEP = 1.9

/** Nobody sings: three dots breathe with the beat and fill until the next line. */
function drawInterlude({ layout, row, index, scroll, ink, shade }: Place): Layer[] {
  const { window, dotPx } = layout
  return Array.from({ length: DOTS }, (_, dot) => {
    const along = dot * DOT_STEP * dotPx
    const x = row.side === 'LEFT' ? window.x + along : window.x + window.width - dotPx - along
    const painting = paint({ x, y: window.y, width: dotPx, height: dotPx }, (ctx) => {
      ctx.fillStyle = ink.palette.text
      ctx.beginPath()
      ctx.arc(dotPx / 2, dotPx / 2, dotPx / 2, 0, 2 * Math.PI)
      ctx.fill()
    })
    const span = (row.endSecs - row.startSecs) / DOTS
    const filled = ({ secs }: Frame) => sing(secs, row.startSecs + (dot + 0.4) * span)
    return sprite(painting, {
      y: (frame) => scroll.shift(index, frame),
      scale: (frame) => 0.82 + 0.18 * ink.audio.beat(frame),
      opacity: (frame) =>
        scroll.focus(index, frame) * scroll.presence(index, { top: 0, bottom: dotPx }, frame),
      colour: (frame) => shade(filled(frame)),
    })
  })
}
