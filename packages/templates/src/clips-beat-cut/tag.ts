import { type Box, type FontStyle, fitText, type PlacedText, type TextLayout } from '@songreel/kit'

/** The song's name between the cards, in pixels of the design: the cover, and beside it title and artist. */
export type Tag = {
  box: Box
  /** The field of the names, at the foot of the cover. */
  field: Box
  art: Box
  texts: PlacedText[]
}

/** Title and artist differ in size and weight, so that one is read first. */
const TITLE_PX = 80
const ARTIST_PX = 50
/** A long title may become as small as this part of its size, in three lines, so that it stays whole. */
const LEAST = { title: 0.25, artist: 0.5 }
const PAD = { x: 40, y: 30 }
const GAP = 20
const HIGHER = 0.5
/** The cover is so much higher than the names' field: in one of that height it would be a stamp. */
const TALLER = 1.5

/** The cover as a square at the side where the script begins, title above artist at the other; both keep to one line, or two where a title is long. */
export function planTag(
  safe: Box,
  { title, artist }: { title: string; artist: string },
  { font, isMirrored }: { font: FontStyle; isMirrored: boolean },
): Tag | undefined {
  const least = 2 * PAD.y + TITLE_PX + GAP + ARTIST_PX
  // Two lines of a title make the label higher, and the cover in it.
  const width = safe.width - TALLER * (least + HIGHER * (TITLE_PX + ARTIST_PX)) - 2 * PAD.x
  const style = { font, align: 'LEFT', anchor: 'TOP' } as const
  const fit = (
    text: string,
    sizePx: number,
    wish: { role: 'DISPLAY' | 'TEXT'; least: number; maxLines: number },
  ) =>
    fitText(
      text,
      { width, height: (1 + HIGHER) * sizePx },
      {
        ...style,
        role: wish.role,
        maxLines: wish.maxLines,
        maxSizePx: sizePx,
        minSizePx: wish.least * sizePx,
      },
    )
  const layouts = [
    fit(title, TITLE_PX, { role: 'DISPLAY', least: LEAST.title, maxLines: 3 }),
    fit(artist, ARTIST_PX, { role: 'TEXT', least: LEAST.artist, maxLines: 1 }),
  ].filter(({ lines }) => lines.length > 0)
  if (layouts.length === 0) return undefined
  const inked = layouts.reduce((sum, { ink }) => sum + ink.bottom - ink.top, GAP * (layouts.length - 1))
  const height = Math.max(least, inked + 2 * PAD.y)
  const side = TALLER * height
  const across = Math.max(...layouts.map(({ ink }) => ink.right - ink.left)) + 2 * PAD.x
  const foot = safe.y + safe.height
  const x = isMirrored ? safe.x + safe.width - side - across : safe.x
  const box = { x, y: foot - side, width: side + across, height: side }
  const field = { x: isMirrored ? x : x + side, y: foot - height, width: across, height }
  const art = { x: isMirrored ? x + across : x, y: box.y, width: side, height: side }
  const top = field.y + (height - inked) / 2
  return { box, field, art, texts: placeInk(layouts, { box, art, top, isMirrored }) }
}

/** By their ink texts stand at one edge and in the middle of the label, whatever their fonts' own lines are. */
function placeInk(
  layouts: readonly TextLayout[],
  { box, art, top, isMirrored }: { box: Box; art: Box; top: number; isMirrored: boolean },
): PlacedText[] {
  let y = top
  return layouts.map((layout) => {
    const { ink } = layout
    const x = isMirrored ? art.x - PAD.x - ink.right : art.x + art.width + PAD.x - ink.left
    const placed = { layout, box: { x, y: y - ink.top, width: box.width, height: layout.block.bottom } }
    y += ink.bottom - ink.top + GAP
    return placed
  })
}
