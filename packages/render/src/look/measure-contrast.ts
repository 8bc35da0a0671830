import { luminance, readRgb } from '@songreel/kit/input'
import type { DrawnFrame, FoundText } from './find-text.ts'
import { fromCorner } from './turned-box.ts'

/** A drawn frame: RGB, rows without padding. */
export type FrameRgb = { rgb: Uint8Array; width: number; height: number }

/** The same, and other ways to draw it. */
export type FrameWithText = FrameRgb & Pick<DrawnFrame, 'bare' | 'drawUpTo'>

/** How well a line stands out, as a contrast ratio of WCAG 2.2. */
export type TextContrast = { text: string; ratio: number }

/** How far around the letters their ground is looked at. */
const RIM_PX = 4
/** What differs by so much, over three colours, is seen; what by so much, is another thing. */
const SEEN = 6
const OTHER = 30
/** WCAG 2.2, 1.4.3. What seems to be worse is looked at again, which costs a drawing. */
const READABLE = 4.5

/** Letters against the ground right around them, as drawn; translucent ones are left out, and what of a line stands behind something. */
export function measureContrast(found: readonly FoundText[], frame: FrameWithText): TextContrast[] {
  const isSeen = listChanged(frame.rgb, frame.bare, SEEN)
  const isGround = spreadAll(isSeen, frame)
  return found.flatMap((line) => {
    const weak = takeWeakest(listRatios(line, found, frame, isGround))
    if (weak === undefined) return []
    const ratio =
      weak < READABLE ? takeWeakest(listRatios(line, found, frame, dropFront(isGround, line, frame))) : weak
    return ratio === undefined ? [] : [{ text: line.text, ratio }]
  })
}

/** A tenth is left out: a hairline or the card's edge may pass close by. */
function takeWeakest(ratios: number[]): number | undefined {
  return new Float64Array(ratios).sort()[Math.floor(ratios.length / 10)]
}

/** Without what stands before the line: that is not what it has to stand out from. */
function dropFront(isGround: Uint8Array, { layer }: FoundText, { rgb, drawUpTo }: FrameWithText): Uint8Array {
  const isFront = listChanged(rgb, drawUpTo(layer), OTHER)
  return isGround.map((is, i) => (isFront[i] ? 0 : is))
}

/** The contrast to every pixel around a line on which no letter stands. */
function listRatios(
  { line, ink, luminance: letters }: FoundText,
  found: readonly FoundText[],
  { rgb, width, height }: FrameRgb,
  isGround: Uint8Array,
): number[] {
  if (!letters) return []
  const ratios: number[] = []
  const bottom = Math.min(height, ink.y + ink.height + RIM_PX)
  const right = Math.min(width, ink.x + ink.width + RIM_PX)
  for (let y = Math.max(0, Math.floor(ink.y) - RIM_PX); y < bottom; y++) {
    const lines = found.filter(({ ink: box }) => y >= box.y - 1 && y <= box.y + box.height + 1)
    for (let x = Math.max(0, Math.floor(ink.x) - RIM_PX); x < right; x++) {
      if (!isGround[y * width + x] || !isWithin(line, x, y, RIM_PX + 1)) continue
      if (lines.some((other) => isWithin(other.line, x, y, 1))) continue
      const at = fromCorner(line, x, y)
      const light = letters(at.x / line.width, at.y / line.height)
      ratios.push(compare(light, luminance(readRgb(rgb, (y * width + x) * 3))))
    }
  }
  return ratios
}

function isWithin(line: FoundText['line'], x: number, y: number, rim: number): boolean {
  const at = fromCorner(line, x, y)
  return at.x >= -rim && at.x <= line.width + rim && at.y >= -rim && at.y <= line.height + rim
}

function listChanged(a: Uint8Array, b: Uint8Array, least: number): Uint8Array {
  return Uint8Array.from({ length: a.length / 3 }, (_, i) => {
    const change = [0, 1, 2].reduce((sum, axis) => sum + Math.abs(a[3 * i + axis]! - b[3 * i + axis]!), 0)
    return change >= least ? 1 : 0
  })
}

/** Marks what lies beside a mark: where nothing of a painting with text is seen near, something hides it. */
function spreadAll(marks: Uint8Array, { width, height }: FrameRgb): Uint8Array {
  const across = spread(marks, { lines: height, start: width, length: width, step: 1 })
  return spread(across, { lines: width, start: 1, length: height, step: width })
}

/** Marks what lies within the rim of a mark, along each line. */
function spread(
  marks: Uint8Array,
  { lines, start, length, step }: { lines: number; start: number; length: number; step: number },
): Uint8Array {
  const wider = new Uint8Array(marks.length)
  for (let line = 0; line < lines; line++) {
    let last = Number.NEGATIVE_INFINITY
    for (let i = 0; i < length + RIM_PX; i++) {
      if (i < length && marks[line * start + i * step]) last = i
      const at = i - RIM_PX
      if (at >= 0 && last >= at - RIM_PX) wider[line * start + at * step] = 1
    }
  }
  return wider
}

function compare(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
