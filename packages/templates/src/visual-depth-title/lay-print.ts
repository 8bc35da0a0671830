import {
  type Cover,
  drawCard,
  drawText,
  type FontStyle,
  fitColumn,
  insetBox,
  type Layer,
  type Painting,
  paint,
  type Size,
  sprite,
  type Theme,
} from '@songreel/kit'
import { chooseSheet } from './choose-sheet.ts'
import { DRIFT_PX, GROWTH } from './find-print.ts'
import type { DepthMotion } from './motion.ts'
import { ARTIST_PX, NOTE_PX, type Words } from './place-title.ts'
import { type PrintLayout, planPrint } from './plan-print.ts'
import { chooseRim, type PrintRim } from './print-rim.ts'
import { layGround } from './soft-ground.ts'
import { boundTilted, type Tilted } from './tilted.ts'
import type { BlockLine } from './title-block.ts'

/** What a print is laid for. */
export type PrintWish = {
  cover: Cover
  design: Size
  unit: number
  words: Words
  font: FontStyle
  motion: DepthMotion
  theme: Theme | undefined
  layout: PrintLayout
}

/**
 * A cover that can't be cut is a print that lies askew, on the end of a line of the title or clear of all its letters, with a deep shadow
 * on what is behind; there is the cover once more, far out of focus. The print comes nearer on beats.
 */
export function layPrint(wish: PrintWish): Layer[] {
  const { cover, design, unit, words, font, motion } = wish
  const { print, block, at, credits, align } = wish.layout
  const sheet = chooseSheet(cover, wish.theme)
  const texts = fitCredits(words, font, { width: credits.width, align })
    .place(credits.x, credits.y)
    .filter((text) => text.layout.lines.length > 0)
  return [
    ...layGround(cover, { print, design, unit, motion, sheet }),
    ...block.lines.map((line) => sprite(paintLine(line, at, { colour: sheet.type, unit }))),
    sprite(paintPrint(cover, print, { rim: chooseRim(cover, sheet.ground), unit }), {
      x: (frame) => DRIFT_PX * unit * motion.aside(frame),
      scale: (frame) => 1 + GROWTH * motion.snap(frame),
    }),
    ...texts.map((text) =>
      sprite(paint(text.box, (ctx) => drawText(ctx, text.layout, 0, 0, sheet.type), { unit, bleed: 8 })),
    ),
  ]
}

/** What has its place in a frame with a print; `logoSize` is what a brand's logo measures, if there is one. */
type PrintFrame = Pick<PrintWish, 'cover' | 'design' | 'words' | 'font'> & { logoSize?: Size | undefined }

/** Where everything of a print stands: all places are tried, which takes a third of a second. */
export function planPrintOf({ cover, design, words, font, logoSize }: PrintFrame): PrintLayout {
  return planPrint(design, {
    words,
    font,
    logoSize,
    ratio: cover.width / cover.height,
    measureCredits: (width, align) => fitCredits(words, font, { width, align }).heightPx,
  })
}

type LinePaint = { colour: string; unit: number }

function paintLine(
  { layout, x, y, ink }: BlockLine,
  at: { x: number; y: number },
  { colour, unit }: LinePaint,
): Painting {
  return paint(
    { ...ink, x: at.x + ink.x, y: at.y + ink.y },
    (ctx) => drawText(ctx, layout, x - ink.x, y - ink.y, colour),
    { unit, bleed: 8 },
  )
}

function fitCredits(
  words: Words,
  font: FontStyle,
  { width, align }: { width: number; align: PrintLayout['align'] },
) {
  const style = { font, role: 'TEXT', anchor: 'TOP', align } as const
  return fitColumn(
    [
      { text: words.artist, style: { ...style, ...ARTIST_PX, maxLines: 2 }, maxHeightPx: 140, gapPx: 0 },
      { text: words.note, style: { ...style, ...NOTE_PX, maxLines: 2 }, maxHeightPx: 100, gapPx: 10 },
    ],
    width,
  )
}

/** The light comes from above, at the side where lines begin. */
const SHADOW = { colour: 'rgba(0, 0, 0, 0.55)', blurPx: 56, asidePx: 10, downPx: 20 }

/** The cover as it lies, with a soft shadow. */
function paintPrint(cover: Cover, print: Tilted, { rim, unit }: { rim: PrintRim; unit: number }): Painting {
  const { width, height, degrees } = print
  return paint(
    boundTilted(print),
    (ctx, outer) => {
      ctx.translate(outer.width / 2, outer.height / 2)
      ctx.rotate((degrees * Math.PI) / 180)
      const box = { x: -width / 2, y: -height / 2, width, height }
      ctx.shadowColor = SHADOW.colour
      ctx.shadowBlur = SHADOW.blurPx * unit
      ctx.shadowOffsetX = (degrees < 0 ? -1 : 1) * SHADOW.asidePx * unit
      ctx.shadowOffsetY = SHADOW.downPx * unit
      ctx.fillStyle = cover.palette.background
      // Nothing of it may be seen beside the cover.
      const inner = insetBox(box, 1)
      ctx.fillRect(inner.x, inner.y, inner.width, inner.height)
      ctx.shadowColor = 'transparent'
      drawCard(ctx, cover, box, 0)
      ctx.strokeStyle = rim.colour
      ctx.lineWidth = rim.px * unit
      const edge = insetBox(box, ctx.lineWidth / 2)
      ctx.strokeRect(edge.x, edge.y, edge.width, edge.height)
    },
    { unit, bleed: 120 },
  )
}
