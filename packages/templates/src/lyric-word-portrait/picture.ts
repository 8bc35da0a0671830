import {
  type AudioTrack,
  type Box,
  type Cover,
  createSteps,
  cubicInOut,
  drawExtended,
  type Frame,
  followStep,
  type Layer,
  listChapters,
  paint,
  type Size,
  sprite,
  type Theme,
  withAlpha,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import { PLATE_OPACITY } from './type-rows.ts'

/** The light of letters where the cover is darkest and where it is brightest: below type on a dark ground it never goes out. */
const TONES: Record<Theme, { low: number; high: number }> = {
  DARK: { low: 0.2, high: 1 },
  LIGHT: { low: 0, high: 0.74 },
}
/** What is darker or brighter than these parts of the cover counts like them. */
const TAILS = 0.02
/** A cover of one tone must not be torn into black and white. */
const LEAST_SPAN = 0.25
/** The close shot is so much larger; it comes and goes row by row with the song's sections and bars. */
const CLOSE = 1.5
const CUT_SECS = 0.3
const LEAST_SHOT_SECS = 1.9
const FREE_SHOT_SECS = 5
const TRAIL_SECS = 0.014

/** What the portrait is made from. */
export type PicturePlan = {
  size: Size
  cover: Cover
  layout: Layout
  audio: AudioTrack
  /** True while the stage hides this row. */
  isCovered: (row: number, frame: Frame) => boolean
}

/** The cover as bright as letters need it, seen only through them; sections and bars change its crop. */
export function drawPicture(plan: PicturePlan): Layer[] {
  const { size, layout, audio, cover, isCovered } = plan
  const cuts = createSteps(listCuts(audio), { minGapSecs: LEAST_SHOT_SECS })
  const paintPart = createPainter(plan)
  const far = paint({ x: 0, y: 0, ...size }, (ctx, box) => {
    paintPart(ctx, box, 1)
    ctx.fillStyle = withAlpha(cover.palette.background, PLATE_OPACITY)
    for (const { y, height, rimPx } of layout.rows) {
      ctx.fillRect(0, y, size.width, rimPx)
      ctx.fillRect(0, y + height - rimPx, size.width, rimPx)
    }
  })
  const close = layout.rows.map(({ y, height, rimPx }, index) => {
    const box = { x: 0, y: y + rimPx, width: size.width, height: height - 2 * rimPx }
    const delaySecs = index * TRAIL_SECS
    return sprite(
      paint(box, (ctx) => paintPart(ctx, box, CLOSE)),
      {
        reveal: ({ secs, fps }) =>
          followStep(cuts({ secs: secs - delaySecs, fps }), (count) => count % 2, CUT_SECS, cubicInOut),
        revealFrom: index % 2 === 0 ? 'LEFT' : 'RIGHT',
        revealSoftness: 60 * layout.unit,
        opacity: (frame) => (isCovered(index, frame) ? 0 : 1),
      },
    )
  })
  return [sprite(far), ...close]
}

/** Where a section begins, and every second bar in it; without bars now and then. */
function listCuts(audio: AudioTrack): number[] {
  const sections = listChapters(audio)
    .slice(1)
    .map(({ startSecs }) => startSecs)
  const bars = audio.downbeatSecs.filter((secs, i) => i % 2 === 0 && secs > LEAST_SHOT_SECS)
  const free = Array.from(
    { length: Math.ceil(audio.durationSecs / FREE_SHOT_SECS) },
    (_, i) => (i + 1) * FREE_SHOT_SECS,
  )
  return [...sections, ...(bars.length > 0 ? bars : free)].toSorted((a, b) => a - b)
}

/** Paints a part of the frame: the cover around what matters in it, and what lies beyond its edges. */
function createPainter({ size, cover, layout: { picture, focus } }: PicturePlan) {
  let range: ToneRange | undefined
  return (ctx: PaintContext, part: Box, zoom: number) => {
    range ??= findRange(cover.picture.pixels)
    const place = {
      x: focus.x * size.width * (1 - zoom) + picture.x * zoom - part.x,
      y: focus.y * size.height * (1 - zoom) + picture.y * zoom - part.y,
      width: picture.width * zoom,
      height: picture.height * zoom,
    }
    drawExtended(ctx, cover.image, place, { ...part, x: 0, y: 0 })
    const whole = ctx.getImageData(0, 0, ctx.canvas.width, ctx.canvas.height)
    spreadTones(whole.data, range, TONES[cover.palette.theme])
    ctx.putImageData(whole, 0, 0)
  }
}

type PaintContext = Parameters<typeof drawExtended>[0]

/** Spreads brightness over the tones; hue stays, and so does how strong a colour is. */
function spreadTones(
  pixels: Uint8ClampedArray,
  { dark, span }: ToneRange,
  { low, high }: { low: number; high: number },
): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    const tone = Math.max(0, Math.min(1, (brightness(red, green, blue) - dark) / span))
    const strongest = Math.max(red, green, blue)
    // Near black, hue is noise: a little grey keeps it quiet.
    const gain = (255 * (low + (high - low) * tone)) / (strongest + 14)
    pixels[at] = (red + 14) * gain
    pixels[at + 1] = (green + 14) * gain
    pixels[at + 2] = (blue + 14) * gain
  }
}

function brightness(red: number, green: number, blue: number): number {
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255
}

/** Where the cover's own tones begin, and how far they go. */
type ToneRange = { dark: number; span: number }

function findRange(pixels: ArrayLike<number>): ToneRange {
  const counts = new Float64Array(256)
  let all = 0
  for (let at = 0; at < pixels.length; at += 4 * 5, all++) {
    const value = brightness(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    const at255 = Math.round(255 * value)
    counts[at255] = (counts[at255] ?? 0) + 1
  }
  const find = (share: number) => {
    let sum = 0
    for (const [value, count] of counts.entries()) {
      sum += count
      if (sum >= share * all) return value / 255
    }
    return 1
  }
  const [dark, bright] = [find(TAILS), find(1 - TAILS)]
  const span = Math.max(LEAST_SPAN, bright - dark)
  return { dark: Math.max(0, dark - (span - (bright - dark)) / 2), span }
}
