import { type Box, type FontStyle, fitText, type Size, type TextLayout, type TextStyle } from '@songreel/kit'

/** What the poster says; everything but the headline may be empty. */
export type Words = { headline: string; title: string; artist: string; cta: string; link: string }

/** A fitted text, and where its box begins. */
export type PlacedText = { layout: TextLayout; x: number; y: number }

/** Texts below each other by their ink, from an upper corner. */
export type Block = Size & { place(x: number, y: number): PlacedText[] }

export type Align = 'LEFT' | 'RIGHT'

/** A headline up to this long is set as a block of lines of equal width. */
const LONGEST_BLOCK = 24
/** Between its lines, in parts of the lower one's height. */
const LEADING = 0.1

/** A short headline fills its width line by line, as on a printed poster. */
export function setHeadline(text: string, room: Size, font: FontStyle, align: Align): Block {
  const style = { font, role: 'DISPLAY', uppercase: true, anchor: 'TOP', align } as const
  const whole = fitText(text, room, { ...style, maxSizePx: room.height, minSizePx: 20, maxLines: 3 })
  if (text.length > LONGEST_BLOCK || whole.lines.length < 2) return stack([whole], () => 0, align)
  const set = (part: number) =>
    stack(
      whole.lines.map((line) => {
        const fit = (maxSizePx: number) =>
          fitText(
            line.text,
            { ...room, height: 2 * room.height },
            { ...style, maxSizePx, minSizePx: 8, maxLines: 1 },
          )
        return fit(part * fit(2 * room.height).sizePx)
      }),
      (_, lower) => LEADING * heightOf(lower),
      align,
    )
  const largest = set(1)
  return largest.height <= room.height ? largest : set((0.98 * room.height) / largest.height)
}

/** How wide texts may be, and at which side they stand. */
export type Setting = { width: number; font: FontStyle; align: Align }

/** A longer title needs more lines, and is smaller. */
function isLongTitle(title: string): boolean {
  return title.length > 44
}

/** In a narrower column a title has as many lines as it needs. */
const NARROW = 480

/** A short title is at most so large, unless there is more room. */
export const TITLE_PX = 112
/** An artist is at most so large, and a link that nobody could tap as large as that. */
const SECOND_PX = 64

/** Title and artist. */
export function setCredits(
  { title, artist }: Words,
  { height, titlePx = TITLE_PX, ...set }: Setting & { height: number; titlePx?: number | undefined },
): Block {
  const isLong = isLongTitle(title)
  const isNarrow = set.width < NARROW
  const fit = createFit(set)
  const large = fit(title, isLong || isNarrow ? height : Math.min(height, 250), {
    role: 'DISPLAY',
    maxSizePx: isLong ? 76 : titlePx,
    minSizePx: 18,
    maxLines: isLong || isNarrow ? 8 : 2,
  })
  const artistPx = Math.min(SECOND_PX, Math.max(48, 0.56 * large.sizePx))
  const fitArtist = (minSizePx: number, maxLines: number) =>
    fit(artist, 130, { role: 'TEXT', maxSizePx: artistPx, minSizePx, maxLines })
  // A name is broken only where it would be too small in one line.
  const line = fitArtist(34, 1)
  const small = line.isTruncated ? fitArtist(26, 2) : line
  return stack([large, small], () => 26, set.align)
}

/** An address is no smaller than the first of these as long as its column holds it whole, if need be on several lines. */
const LINK_PX = [40, 34, 26]
/** All lines of an address. */
const LINK_HEIGHT_PX = 136

/** What to do about it, for the end card. */
export function setCalls({ cta, link }: Words, set: Setting): Block {
  const fit = createFit(set)
  const style = { role: 'TEXT', maxSizePx: SECOND_PX, maxLines: 1 } as const
  const sizes = LINK_PX.map((minSizePx) =>
    fit(link, LINK_HEIGHT_PX, { ...style, minSizePx, isAddress: true }),
  )
  const address = sizes.find(({ isTruncated }) => !isTruncated) ?? sizes.at(-1)!
  return stack([fit(cta, 90, { ...style, minSizePx: 26 }), address], () => 20, set.align)
}

function createFit({ width, font, align }: Setting) {
  return (text: string, height: number, style: Omit<TextStyle, 'font' | 'align' | 'anchor'>) =>
    fitText(text, { width, height }, { font, align, anchor: 'TOP', ...style })
}

/** Texts without words take no room. */
function stack(
  layouts: readonly TextLayout[],
  gapOf: (upper: TextLayout, lower: TextLayout) => number,
  align: Align,
): Block {
  const said = layouts.filter(({ lines }) => lines.length > 0)
  const width = Math.max(0, ...said.map(({ ink }) => ink.right - ink.left))
  let height = 0
  const tops = said.map((layout, i) => {
    const top = height + (i > 0 ? gapOf(said[i - 1]!, layout) : 0)
    height = top + heightOf(layout)
    return top
  })
  const inset = ({ ink }: TextLayout) => (align === 'RIGHT' ? width - (ink.right - ink.left) : 0)
  const place = (x: number, y: number) =>
    said.map((layout, i) => ({
      layout,
      x: x + inset(layout) - layout.ink.left,
      y: y + tops[i]! - layout.ink.top,
    }))
  return { width, height, place }
}

function heightOf({ ink }: TextLayout): number {
  return ink.bottom - ink.top
}

/** Where the letters of a text are. */
export function toInk({ layout: { ink }, x, y }: PlacedText): Box {
  return { x: x + ink.left, y: y + ink.top, width: ink.right - ink.left, height: ink.bottom - ink.top }
}
