import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { FontChoice } from './fonts.ts'
import { joinTornEmoji } from './joined-emoji.ts'

/** What is needed to set a line of type. */
export type TypeSetting = {
  font: FontChoice
  sizePx: number
  trackingPx: number
  direction: 'ltr' | 'rtl'
  /** BCP 47 or empty: fonts keep other letter forms for some languages. */
  language: string
}

/** Where a line's pixels are, seen from its start on the baseline; all four grow away from that point. */
export type LineInk = { left: number; right: number; ascent: number; descent: number; advance: number }

/** Prepares a context so that `fillLine` draws exactly what was measured. */
export function setType(
  ctx: SKRSContext2D,
  { font, sizePx, trackingPx, direction, language }: TypeSetting,
): void {
  ctx.font = `${font.weight} ${sizePx * (font.sizeFactor ?? 1)}px ${font.families}`
  ctx.fontVariationSettings = font.variation
  ctx.letterSpacing = `${trackingPx}px`
  ctx.lang = language
  ctx.direction = direction
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
}

/** By how many pixels strokes are drawn wider than the face has them. */
function boldenBy({ font, sizePx }: TypeSetting): number {
  return (font.embolden ?? 0) * sizePx * (font.sizeFactor ?? 1)
}

/** Draws a line with the type that `setType` has set. */
export function fillLine(
  ctx: SKRSContext2D,
  text: string,
  { x, y, type }: { x: number; y: number; type: TypeSetting },
): void {
  const whole = joinTornEmoji(text)
  const rim = boldenBy(type)
  if (rim > 0) {
    ctx.lineWidth = rim
    ctx.lineJoin = 'round'
    ctx.strokeStyle = ctx.fillStyle
    ctx.strokeText(whole, x, y)
  }
  ctx.fillText(whole, x, y)
}

/** Sets the type for measuring; measure with the functions it returns before the next call. */
export function openMeasure(setting: TypeSetting): {
  line(text: string): LineInk
  advance(text: string): number
} {
  scratch ??= createCanvas(8, 8).getContext('2d')
  const ctx = scratch
  setType(ctx, setting)
  const rim = boldenBy(setting) / 2
  return {
    line(text) {
      const metrics = ctx.measureText(joinTornEmoji(text))
      return {
        left: metrics.actualBoundingBoxLeft + rim,
        right: metrics.actualBoundingBoxRight + rim,
        ascent: metrics.actualBoundingBoxAscent + rim,
        descent: metrics.actualBoundingBoxDescent + rim,
        advance: metrics.width,
      }
    },
    advance: (text) => (text === '' ? 0 : ctx.measureText(joinTornEmoji(text)).width),
  }
}

/** Vertical measures of a block: at least capitals and descenders, more where the ink asks for it. */
export function stackLines(
  inks: LineInk[],
  wantedStep: number,
  measure: { line(text: string): LineInk },
  sizePx: number,
) {
  const nominal = measure.line('Hp')
  const [first = nominal, ...others] = inks
  const top = Math.max(nominal.ascent, first.ascent)
  let step = wantedStep
  let above = first
  for (const ink of others) {
    step = Math.max(step, above.descent + ink.ascent + LINE_AIR * sizePx)
    above = ink
  }
  const bottom = Math.max(nominal.descent, above.descent)
  return { top, bottom, step, height: top + step * (inks.length - 1) + bottom }
}

/** Air between the ink of two lines, in em. */
const LINE_AIR = 0.03

// One small canvas per thread is enough to measure with.
let scratch: SKRSContext2D | undefined
