import {
  type AudioTrack,
  clamp01,
  cubicOut,
  drawText,
  drawWord,
  ease,
  type FontStyle,
  type Frame,
  fitText,
  glow,
  type Layer,
  type LyricLine,
  type Motion,
  mixColours,
  paint,
  placeWords,
  splitLine,
  sprite,
  type TextLayout,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

/** A line as it is shown: parted where it is too long, all in one size. */
export type Subtitle = { line: LyricLine; text: TextLayout; showSecs: number; hideSecs: number }

/** A line is there a little before it is sung, and stays for a little if nobody goes on singing. */
const EARLY_SECS = 0.3
const STAY_SECS = 0.9
const COME_SECS = 0.28
const LEAVE_SECS = 0.16
/** What could only flash up before the last card is left out. */
const LEAST_SECS = 0.4
/** A line is parted rather than set smaller than this. */
const LEAST_SIZE = 0.7

/** Parts and sets the lines, and decides how long each is there: only until the last card comes, so that nothing stands beside it. */
export function planSubtitles(
  lines: readonly LyricLine[],
  { layout, font, untilSecs }: { layout: Layout; font: FontStyle; untilSecs: number },
): Subtitle[] {
  const fit = (text: string, share: number) =>
    fitText(text, layout.line, {
      font,
      role: 'DISPLAY',
      align: 'CENTER',
      anchor: 'BOTTOM',
      maxSizePx: share * layout.linePx,
      minSizePx: 0.3 * layout.linePx,
      maxLines: 3,
    })
  const fits = (text: string) => {
    const { sizePx, isTruncated } = fit(text, 1)
    return sizePx >= LEAST_SIZE * layout.linePx && !isTruncated
  }
  const front = lines.filter(({ isBackground }) => !isBackground)
  const parts = front.flatMap((line) => (line.words ? splitLine(line, fits) : [line]))
  // One size for all lines: what changes with every line looks like a mistake.
  const sizes = parts.map(({ text }) => fit(text, 1).sizePx / layout.linePx)
  const share = Math.min(1, ...sizes.filter((size) => size >= LEAST_SIZE))
  return parts.flatMap((line, i) => {
    const next = parts[i + 1]
    const showSecs = Math.max(line.startSecs - EARLY_SECS, parts[i - 1]?.endSecs ?? Number.NEGATIVE_INFINITY)
    const ends = Math.min(
      line.endSecs + STAY_SECS,
      next ? Math.max(line.endSecs, next.startSecs - EARLY_SECS) : untilSecs,
    )
    const hideSecs = Math.min(ends, untilSecs)
    return hideSecs - Math.max(0, showSecs) > LEAST_SECS
      ? [{ line, text: fit(line.text, share), showSecs, hideSecs }]
      : []
  })
}

/** What subtitles are drawn with. */
export type SubtitleScene = { unit: number; layout: Layout; audio: AudioTrack; motion: Motion }

const WAITING = '#cfcbc4'
const SUNG = '#ffffff'
const SHADES = 12

/** How much a line is there, 0 to 1. */
export function presenceOf({ showSecs, hideSecs }: Subtitle): (frame: Frame) => number {
  return ({ secs }) =>
    (showSecs <= 0 ? 1 : ease(secs, showSecs, COME_SECS, cubicOut)) *
    (1 - ease(secs, hideSecs - LEAVE_SECS, LEAVE_SECS, cubicOut))
}

/** A line: soft darkness around it, and its words, which brighten as they are sung. */
export function drawSubtitle(subtitle: Subtitle, { unit, layout, motion }: SubtitleScene): Layer[] {
  const { line, text } = subtitle
  const { line: room } = layout
  const presence = presenceOf(subtitle)
  const rise = motion === 'FULL' ? 0.24 * text.sizePx * unit : 0
  const y = (frame: Frame) => Math.round(rise * (1 - clamp01(1.2 * presence(frame))))
  const shades = Array.from({ length: SHADES + 1 }, (_, i) => mixColours(WAITING, SUNG, i / SHADES))
  const whole = paint(room, (ctx) => drawText(ctx, text, 0, 0, SUNG), {
    unit,
    bleed: 0.2 * text.sizePx,
    isTexture: true,
  })
  const halo = glow(whole.shape, {
    colour: '#000000',
    spread: 0.42 * text.sizePx * unit,
    strength: (frame) => 0.9 * presence(frame),
  })
  const words = placeWords(text, line).map((word) => {
    const { sizePx } = text
    const box = {
      x: room.x + word.left,
      y: room.y + word.baseline - sizePx,
      width: Math.max(1, word.right - word.left),
      height: 1.3 * sizePx,
    }
    const painting = paint(
      box,
      (ctx) => drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: SUNG }),
      { unit, bleed: 0.4 * sizePx },
    )
    const sung = ({ secs }: Frame) => (line.words ? ease(secs, word.startSecs, 0.22, cubicOut) : 1)
    const lift = motion === 'FULL' ? 0.05 * sizePx * unit : 0
    const isEmoji = /\p{Extended_Pictographic}/u.test(word.text)
    return sprite(painting, {
      y: (frame) => y(frame) - lift * sung(frame),
      opacity: presence,
      ...(!isEmoji && { colour: (frame: Frame) => shades[Math.round(sung(frame) * SHADES)] ?? SUNG }),
    })
  })
  return [halo, ...words]
}
