import {
  type Box,
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
} from '@songreel/kit'
import type { DepthMotion } from './motion.ts'
import { ARTIST_PX, NOTE_PX, type Words } from './place-title.ts'
import { GROWTH, type PrintLayout, planPrint } from './plan-print.ts'
import { layGround } from './soft-ground.ts'
import type { BlockLine } from './title-block.ts'

/** What a print is laid for. */
export type PrintWish = {
  cover: Cover
  design: Size
  unit: number
  words: Words
  font: FontStyle
  motion: DepthMotion
  /** What a brand's logo measures, if there is one. */
  logoSize?: Size | undefined
}

/**
 * A cover that can't be cut: behind all of it its own colours, far out of focus, before them the title, and in front the whole cover
 * as a print, which stands before the foot of the title's last line and comes nearer on beats.
 */
export function layPrint(wish: PrintWish): Layer[] {
  const { cover, design, unit, words, font, motion } = wish
  const { palette } = cover
  const layout = planPrintOf(wish)
  const { print, anchor, block, at, credits, align } = layout
  const texts = fitCredits(words, font, { width: credits.width, align })
    .place(credits.x, credits.y)
    .filter((text) => text.layout.lines.length > 0)
  return [
    ...layGround(cover, { print, design, unit, motion }),
    ...block.lines.map((line) => sprite(paintLine(line, at, { colour: palette.text, unit }))),
    sprite(paintPrint(cover, print, unit), { scale: (frame) => 1 + GROWTH * motion.snap(frame), anchor }),
    ...texts.map((text) =>
      sprite(paint(text.box, (ctx) => drawText(ctx, text.layout, 0, 0, palette.text), { unit, bleed: 8 })),
    ),
  ]
}

/** Where everything of a print stands. */
export function planPrintOf({
  cover,
  design,
  words,
  font,
  logoSize,
}: Omit<PrintWish, 'motion' | 'unit'>): PrintLayout {
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

/** The cover with a soft shadow. */
function paintPrint(cover: Cover, print: Box, unit: number): Painting {
  return paint(
    print,
    (ctx, { width, height }) => {
      const box = { x: 0, y: 0, width, height }
      ctx.shadowColor = 'rgba(0, 0, 0, 0.55)'
      ctx.shadowBlur = 80 * unit
      ctx.shadowOffsetY = 18 * unit
      ctx.fillStyle = cover.palette.background
      // Nothing of it may be seen beside the cover.
      const { x, y, ...inner } = insetBox(box, 1)
      ctx.fillRect(x, y, inner.width, inner.height)
      ctx.shadowColor = 'transparent'
      drawCard(ctx, cover, box, 0)
    },
    { unit, bleed: 170 },
  )
}
