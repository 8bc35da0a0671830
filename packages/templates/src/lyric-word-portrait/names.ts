import {
  type Box,
  chooseInk,
  drawText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type Layer,
  type Palette,
  paint,
  type Song,
  sprite,
  type TextColumn,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import { listRowBoxes } from './row-boxes.ts'
import { GROUND_CONTRAST } from './sung-lines.ts'

/** In parts of the names' room, and at the least in pixels of the design. */
const TITLE = { share: 0.43, least: 30 }
const ARTIST = { share: 0.38, least: 36 }
const GAP_PX = 4
/** An artist's name is small type. */
const NAME_CONTRAST = 7.5

/** Title and artist below each other. */
export function setNames({ names, unit }: Layout, { title, artist }: Song, font: FontStyle): TextColumn {
  const style = {
    font,
    role: 'TEXT',
    align: isRightToLeft(title || artist) ? 'RIGHT' : 'LEFT',
    anchor: 'TOP',
    maxLines: 1,
  } as const
  const px = ({ share, least }: typeof TITLE) => ({
    maxSizePx: share * names.height,
    minSizePx: least * unit,
  })
  return fitColumn(
    [
      { text: title, style: { ...style, ...px(TITLE) }, maxHeightPx: names.height, gapPx: 0 },
      { text: artist, style: { ...style, ...px(ARTIST) }, maxHeightPx: names.height, gapPx: GAP_PX * unit },
    ],
    names.width,
  )
}

/** The names at their place, and where their letters stand. A title that has the stage all the time does not come twice. */
export function drawNames(
  column: TextColumn,
  { names, unit }: Layout,
  palette: Palette,
): { layers: Layer[]; quiet: Box[] } {
  const { quiet } = chooseInk(palette, { groundContrast: GROUND_CONTRAST, quietContrast: NAME_CONTRAST })
  const [title, artist] = column.place(names.x, names.y)
  const set = [
    { ...title!, colour: palette.text },
    { ...artist!, colour: quiet },
  ].filter(({ layout }) => layout.lines.length > 0)
  return {
    layers: set.map(({ box, layout, colour }) =>
      sprite(paint(box, (ctx) => drawText(ctx, layout, 0, 0, colour), { bleed: 6 * unit })),
    ),
    quiet: set.flatMap(({ box, layout }) => listRowBoxes(layout, box)),
  }
}
