import {
  type Box,
  type FontStyle,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type ShotWindow,
  type Size,
} from '@songreel/kit'

/** What the title card says; anything may be empty. */
export type Words = { title: string; artist: string; note: string }

/** The title card, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** A field of colour with the type on it, and where it goes to when the picture takes the whole frame. */
  panel: Box
  exit: { x: number; y: number }
  /** Where the picture is while the card stands. */
  window: ShotWindow
  title: PlacedText
  artist: PlacedText
  note: PlacedText
  /** All of the cover. */
  art: Box
  /** The cut list: a mark for every shot. */
  strip: Box
  /** What names the song between the cards: a label at the foot of the picture; absent without names. */
  tag?: { box: Box; text: PlacedText }
}

/** What a card is planned for. */
export type LayoutWish = { size: Size; words: Words; font: FontStyle; isTurned: boolean }

const PAD = 56
const STRIP_HEIGHT = 12
/** Between the cut list, the artist, the title and the note. */
const GAP = 40
const HEAD_PX = STRIP_HEIGHT + GAP
const TAG = { sizePx: 54, leastPx: 48, padX: 38, padY: 32, width: 1 }
/** The side of the cover in each shape: above the names, beside them, or above the title. */
const ART_PX = { TALL: 500, SQUARE: 330, WIDE: 480 }

/** Type on a field of colour at one side of the picture; which side depends on shape, script and variation. */
export function planLayout({ size, words, font, isTurned }: LayoutWish): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const isWide = shape === 'WIDE'
  const side = ART_PX[shape]
  const width = isWide ? Math.min(safe.width * 0.46, safe.height * 0.86) : safe.width
  const inner = {
    TALL: 0.38 * safe.height,
    SQUARE: 0.46 * safe.height,
    WIDE: safe.height - HEAD_PX - side - GAP,
  }[shape]
  const textWidth = shape === 'SQUARE' ? width - side - GAP : width
  const column = fitWords(words, font, { width: textWidth, height: inner }, isMirrored)
  // Beside the picture the card has the frame's whole height, and the title stands at its foot.
  const below = shape === 'SQUARE' ? Math.max(side, column.heightPx) : side + GAP + column.heightPx
  const height = isWide ? safe.height : HEAD_PX + below
  const isRight = isTurned !== isMirrored
  const { x, y, ...place } = isWide
    ? placeBeside(size, safe, { width, height, isRight })
    : placeAcross(size, safe, { height, shape, isTurned })
  const textX = shape === 'SQUARE' && isMirrored ? x + side + GAP : x
  const [artist, title, note] = column.place(textX, y + height - column.heightPx)
  if (!artist || !title || !note) throw new TypeError('the column has three texts')
  const artX = (shape === 'SQUARE') === isMirrored ? x : x + width - side
  return {
    ...place,
    art: { x: artX, y: y + HEAD_PX, width: side, height: side },
    artist,
    title,
    note,
    strip: { x, y, width, height: STRIP_HEIGHT },
    ...planTag(safe, words, font, isMirrored),
  }
}

/** Title and artist on one line, or the title alone if both are too long for one. */
function planTag(
  safe: Box,
  { title, artist }: Words,
  font: FontStyle,
  isMirrored: boolean,
): Pick<Layout, 'tag'> {
  const room = { width: TAG.width * safe.width - 2 * TAG.padX, height: 2 * TAG.sizePx }
  const fit = (text: string, minSizePx: number) =>
    fitText(text, room, { font, role: 'TEXT', align: 'LEFT', maxSizePx: TAG.sizePx, minSizePx, maxLines: 1 })
  const both = fit([title, artist].filter(Boolean).join('  –  '), TAG.leastPx)
  const layout = both.isTruncated ? fit(title || artist, 0.5 * TAG.sizePx) : both
  const { ink } = layout
  if (layout.lines.length === 0) return {}
  const width = ink.right - ink.left + 2 * TAG.padX
  const height = Math.max(TAG.sizePx, ink.bottom - ink.top) + 2 * TAG.padY
  const box = {
    x: isMirrored ? safe.x + safe.width - width : safe.x,
    y: safe.y + safe.height - height,
    width,
    height,
  }
  // By its ink it stands in the middle of the label, whatever the font's own line is.
  const textBox = {
    x: box.x + TAG.padX - ink.left,
    y: box.y + (height - ink.bottom - ink.top) / 2,
    width: room.width,
    height: layout.block.bottom,
  }
  return { tag: { box, text: { layout, box: textBox } } }
}

type Placed = Pick<Layout, 'panel' | 'exit' | 'window'> & { x: number; y: number }

function placeBeside(
  size: Size,
  safe: Box,
  { width, height, isRight }: { width: number; height: number; isRight: boolean },
): Placed {
  const panelWidth = width + safe.x + PAD
  const panel = { x: isRight ? size.width - panelWidth : 0, y: 0, width: panelWidth, height: size.height }
  const windowX = isRight ? 0 : panelWidth
  return {
    panel,
    exit: { x: isRight ? panelWidth : -panelWidth, y: 0 },
    window: { box: { x: windowX, y: 0, width: size.width - panelWidth, height: size.height } },
    x: isRight ? panel.x + PAD : safe.x,
    y: safe.y + safe.height - height,
  }
}

function placeAcross(
  size: Size,
  safe: Box,
  { height, shape, isTurned }: { height: number; shape: string; isTurned: boolean },
): Placed {
  const whole = { x: 0, y: 0, ...size }
  if (!isTurned) {
    const panel = { ...whole, height: safe.y + height + PAD }
    const window = { box: { ...whole, y: panel.height, height: size.height - panel.height } }
    return { panel, exit: { x: 0, y: -panel.height }, window, x: safe.x, y: safe.y }
  }
  const y = safe.y + safe.height - height
  if (shape !== 'TALL') {
    const panel = { ...whole, y: y - PAD, height: size.height - y + PAD }
    const window = { box: { ...whole, height: panel.y } }
    return { panel, exit: { x: 0, y: panel.height }, window, x: safe.x, y }
  }
  // Below the safe box a phone shows its own signs: the card is a band, and the picture goes on beneath it.
  const panel = { ...whole, y: y - PAD, height: height + 2 * PAD }
  const seen = { x: 0, y: 0, width: 1, height: panel.y / size.height }
  return { panel, exit: { x: -size.width, y: 0 }, window: { box: whole, seen }, x: safe.x, y }
}

function fitWords({ title, artist, note }: Words, font: FontStyle, box: Size, isMirrored: boolean) {
  const style = { font, role: 'TEXT', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artistHeight = artist ? Math.min(130, 0.24 * box.height) : 1
  const noteHeight = note ? 0.22 * box.height : 1
  return fitColumn(
    [
      {
        text: artist,
        style: { ...style, maxSizePx: 52, minSizePx: 26, maxLines: 2 },
        maxHeightPx: artistHeight,
        gapPx: 0,
      },
      {
        text: title,
        style: { ...style, role: 'DISPLAY', maxSizePx: 230, minSizePx: 34, maxLines: 3, lineHeight: 0.98 },
        maxHeightPx: box.height - artistHeight - noteHeight - 2 * GAP,
        gapPx: GAP,
      },
      {
        text: note,
        style: { ...style, maxSizePx: 40, minSizePx: 18, maxLines: 3 },
        maxHeightPx: noteHeight,
        gapPx: GAP,
      },
    ],
    box.width,
  )
}
