import {
  type Box,
  backdrop,
  type Cover,
  drawCard,
  drawText,
  type FontStyle,
  type Frame,
  findScrimOpacity,
  fitColumn,
  insetBox,
  type Layer,
  type Painting,
  paint,
  planFrame,
  type Size,
  sprite,
} from '@songreel/kit'
import type { DepthMotion } from './motion.ts'
import { ARTIST_PX, DRIFT_PX, NOTE_PX, type Words } from './place-title.ts'
import { chooseAlign, GROWTH, planPrint } from './plan-print.ts'
import type { TitleBlock } from './title-block.ts'

/** What a print is laid for. */
export type PrintWish = {
  cover: Cover
  design: Size
  unit: number
  words: Words
  font: FontStyle
  motion: DepthMotion
}

const GAP_PX = 30
/** How dark a dark ground is between beats. */
const DIM = 0.3

/** A cover that can't be cut: the whole of it, as a print, stands before the title, and the title before the cover again, large and dim. */
export function layPrint({ cover, design, unit, words, font, motion }: PrintWish): Layer[] {
  const { palette } = cover
  const { safe } = planFrame(design)
  const credits = fitCredits(design, words, font)
  const top = safe.y + credits.heightPx + (credits.heightPx > 0 ? GAP_PX : 0)
  const ratio = cover.width / cover.height
  const { print, block, at } = planPrint(design, { words, font, ratio, top })
  return [
    backdrop(cover, {
      blur: 44,
      tint: palette.background,
      tintAmount: Math.max(0.62, findScrimOpacity(palette)),
      zoom: (frame) => 1.2 + 0.02 * motion.near(frame),
      // Between beats a dark ground lies in the shade, so that light type is never worse off.
      brightness: (frame) =>
        palette.theme === 'DARK' ? 1 - DIM + DIM * Math.min(1, motion.light(frame)) : 1,
      panX: (frame) => -0.25 * motion.aside(frame),
    }),
    ...(block.lines.length > 0 ? [layTitle(paintTitle(block, at, palette.text, unit), motion, unit)] : []),
    sprite(paintPrint(cover, print, unit), {
      x: (frame) => 16 * unit * motion.aside(frame),
      scale: (frame) => 1 + GROWTH * motion.near(frame),
      anchor: { x: 0.5, y: 1 },
    }),
    ...credits
      .place(safe.x, safe.y)
      .filter(({ layout }) => layout.lines.length > 0)
      .map(({ box, layout }) =>
        sprite(paint(box, (ctx) => drawText(ctx, layout, 0, 0, palette.text), { unit, bleed: 8 })),
      ),
  ]
}

function fitCredits(design: Size, words: Words, font: FontStyle) {
  const style = {
    font,
    role: 'TEXT',
    anchor: 'TOP',
    align: chooseAlign(design, words),
  } as const
  return fitColumn(
    [
      { text: words.artist, style: { ...style, ...ARTIST_PX, maxLines: 2 }, maxHeightPx: 140, gapPx: 0 },
      { text: words.note, style: { ...style, ...NOTE_PX, maxLines: 2 }, maxHeightPx: 100, gapPx: 10 },
    ],
    planFrame(design).safe.width,
  )
}

/** The letters, in a gradient of one colour: what stands before them is no ground that they have to stand out from. */
function paintTitle(
  { width, height, lines }: TitleBlock,
  at: { x: number; y: number },
  colour: string,
  unit: number,
) {
  return paint(
    { ...at, width, height },
    (ctx) => {
      const fill = ctx.createLinearGradient(0, 0, 0, height)
      for (const stop of [0, 1]) fill.addColorStop(stop, colour)
      for (const { layout, x, y } of lines) drawText(ctx, layout, x, y, fill)
    },
    { unit, bleed: 8 },
  )
}

function layTitle(title: Painting, motion: DepthMotion, unit: number): Layer {
  // On whole pixels: that is sharpest, and cheapest to draw.
  return sprite(title, { x: (frame: Frame) => Math.round(DRIFT_PX.title * unit * motion.aside(frame)) })
}

/** The cover with a soft shadow. */
function paintPrint(cover: Cover, print: Box, unit: number): Painting {
  return paint(
    print,
    (ctx, { width, height }) => {
      const box = { x: 0, y: 0, width, height }
      ctx.shadowColor = 'rgba(0, 0, 0, 0.55)'
      ctx.shadowBlur = 60 * unit
      ctx.shadowOffsetY = 14 * unit
      ctx.fillStyle = cover.palette.background
      // Nothing of it may be seen beside the cover.
      const { x, y, ...inner } = insetBox(box, 1)
      ctx.fillRect(x, y, inner.width, inner.height)
      ctx.shadowColor = 'transparent'
      drawCard(ctx, cover, box, 0)
    },
    { unit, bleed: 130 },
  )
}
