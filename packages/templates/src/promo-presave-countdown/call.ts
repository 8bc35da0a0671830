import { type ColumnText, fitColumn, type PlacedText } from '@songreel/kit'
import { smallStyle, type Wording } from './wording.ts'

/** Between what to do and where, on one line; in smaller type than this they stand on two. The air above them in a tall frame. */
export const CALL = { gap: 44, leastPx: 46, above: 40 }
/** What to do and where are of one size, whether on one line or two: what to do is bold, and so the first of them. */
const MOST_CALL_PX = 60

/** Between what to do and where below each other. */
const LINE_GAP_PX = 12

/** A line below all other words: what to do at its beginning, and where at its end; or a line for each. */
export function fitCall(
  wording: Wording,
  width: number,
): { heightPx: number; place(x: number, y: number): Record<'cta' | 'link', PlacedText> } {
  const call = describeCall(wording)
  const free = width - CALL.gap
  const [wide, address] = call.map((text) => fitColumn([text], 4 * width).inkWidthPx) as [number, number]
  const share = Math.min(1, free / Math.max(1, wide + address))
  const sizePx = MOST_CALL_PX * share
  const isOne = sizePx >= CALL.leastPx
  const columns = call.map((text, i) => {
    const style = isOne ? { ...text.style, maxSizePx: sizePx } : text.style
    const align = i === 0 ? text.style.align : wording.isMirrored ? 'LEFT' : 'RIGHT'
    return fitColumn([{ ...text, style: isOne && wide > 0 ? { ...style, align } : style }], width)
  })
  const [cta, link] = columns
  if (!cta || !link) throw new TypeError('there are two texts')
  const below = isOne || cta.heightPx === 0 ? 0 : cta.heightPx + LINE_GAP_PX
  return {
    heightPx: Math.max(cta.heightPx, link.heightPx > 0 ? below + link.heightPx : 0),
    place: (x, y) => {
      const first = cta.place(x, y)
      const second = link.place(x, y + below)
      return joinCall(first, second, isOne)
    },
  }
}

/** What to do and where; on one line they share its baseline. */
function joinCall(
  [cta]: PlacedText[],
  [link]: PlacedText[],
  isOneLine = true,
): Record<'cta' | 'link', PlacedText> {
  if (!cta || !link) throw new TypeError('each has one text')
  const [first, second] = [cta, link].map(({ layout }) => layout.lines[0]?.baseline)
  const down = isOneLine && first && second ? first - second : 0
  return { cta, link: { ...link, box: { ...link.box, y: link.box.y + down } } }
}

/** What to do below the day and where below the song, in one size, if both columns hold them. */
export function fitGrid(
  wording: Wording,
  dayWidth: number,
  songWidth: number,
):
  | {
      heightPx: number
      placeBoth(dayX: number, songX: number, y: number): Record<'cta' | 'link', PlacedText>
    }
  | undefined {
  const call = describeCall(wording)
  const widths = [dayWidth, songWidth] as const
  const shares = call.map((text, i) => widths[i]! / Math.max(1, fitColumn([text], 4 * songWidth).inkWidthPx))
  const sizePx = MOST_CALL_PX * Math.min(1, ...shares)
  if (sizePx < CALL.leastPx) return
  const [cta, link] = call.map((text, i) =>
    fitColumn([{ ...text, style: { ...text.style, maxSizePx: sizePx } }], widths[i]!),
  )
  if (!cta || !link) throw new TypeError('there are two texts')
  return {
    heightPx: Math.max(cta.heightPx, link.heightPx),
    placeBoth: (dayX, songX, y) => joinCall(cta.place(dayX, y), link.place(songX, y)),
  }
}

function describeCall(wording: Wording): [ColumnText, ColumnText] {
  const { cta, link } = wording.words
  const small = { ...smallStyle(wording), maxSizePx: MOST_CALL_PX }
  const gapPx = LINE_GAP_PX
  return [
    { text: cta, style: { ...small, role: 'DISPLAY' }, maxHeightPx: 1.3 * MOST_CALL_PX, gapPx },
    { text: link, style: { ...small, isAddress: true }, maxHeightPx: 144, gapPx },
  ]
}
