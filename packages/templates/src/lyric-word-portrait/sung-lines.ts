import {
  type AudioTrack,
  type Box,
  chooseInk,
  drawText,
  drawWord,
  ease,
  expoOut,
  type FontStyle,
  type Frame,
  fitText,
  isRightToLeft,
  type Layer,
  type LyricLine,
  type Motion,
  mix,
  type Palette,
  type PlacedWord,
  paint,
  placeWords,
  type SpriteProps,
  sprite,
  type TextLayout,
} from '@songreel/kit'
import { closeGap, type Layout } from './layout.ts'
import { listRowBoxes } from './row-boxes.ts'

/** Words before they are sung, the one that is, and those that have been. */
export type Ink = { waiting: string; now: string; sung: string }

/** What letters leave to the words before them. */
export const GROUND_CONTRAST = 10
/** Second-rank words can still be read from afar. */
const WAITING_CONTRAST = 4.7
/** Red letters look darker than their contrast says. */
const NOW_CONTRAST = 5.5

/** Even an accent that could be read moves a step towards the text's lightness. */
const LEAST_LIFT = 0.02

/** Colours that can be read on the stage. */
function inkWords(palette: Palette): Ink {
  const { accent, quiet } = chooseInk(palette, {
    groundContrast: GROUND_CONTRAST,
    accentContrast: NOW_CONTRAST,
    quietContrast: WAITING_CONTRAST,
    leastLift: LEAST_LIFT,
  })
  return { waiting: quiet, now: accent, sung: palette.text }
}

/** What the stage shows. */
export type StagePlan = {
  layout: Layout
  lines: readonly LyricLine[]
  font: FontStyle
  palette: Palette
  audio: AudioTrack
  motion: Motion
}

/** In a pause of so many seconds the title comes back; the last line stays for a moment. */
const PAUSE_SECS = 4
const STAY_SECS = 1.2

/** What stands on the stage: each line until the next one, and the title before the first one, in pauses and where nobody sings. */
export function fillPauses(lines: readonly LyricLine[], title: string, durationSecs: number): LyricLine[] {
  const filled: LyricLine[] = []
  const announce = (startSecs: number, endSecs: number) => {
    if (title !== '') filled.push({ startSecs, endSecs, text: title })
  }
  const [first] = lines
  if (!first || first.startSecs > STAY_SECS) announce(-1, first?.startSecs ?? Number.POSITIVE_INFINITY)
  for (const [i, line] of lines.entries()) {
    filled.push(line)
    const next = lines[i + 1]?.startSecs ?? durationSecs
    if (next - line.endSecs >= PAUSE_SECS) announce(line.endSecs + STAY_SECS, next)
  }
  return filled
}

const GROW_SECS = 0.35
/** A line begins nearly as large as it is. */
const FROM_SCALE = 0.8
const BEAT_SCALE = 0.05
/** Below this a beat is over: at rest exactly its own size, a line costs nothing. */
const BEAT_FLOOR = 0.06
const EPSILON_SECS = 1e-6

/** What the stage shows, and where: the layout with the names near the lines, and what letters must keep clear of. */
export type Stage = { layout: Layout; quiet: Box[]; words: Layer[] }

/** Each line comes when it is sung, and is gone when the next one is. */
export function drawSungLines(plan: StagePlan): Stage {
  const { lines, font, palette } = plan
  const ink = inkWords(palette)
  const sizePx = findCommonSize(plan)
  const texts = lines.map((line) => setLine(line.text, plan.layout, font, sizePx))
  const layout = closeGap(plan.layout, Math.max(0, ...texts.map(({ ink }) => ink.bottom - ink.top)))
  const shows = lines.map((line, index): Show => {
    const endSecs = lines[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
    return { ...plan, layout, line, text: texts[index]!, endSecs, ink }
  })
  const quiet = shows.flatMap(({ text, line }) => listRowBoxes(text, placeBlock(layout, line.text)))
  return { layout, quiet, words: shows.flatMap(drawLine) }
}

function drawLine(show: Show): Layer[] {
  const { line, text } = show
  const words = line.words ? placeWords(text, line) : []
  return words.length > 0 ? words.map((word) => drawSung(show, word)) : [drawSung(show)]
}

/** Lines are set in one size, that which half of them can have: only longer lines are smaller. */
function findCommonSize({ layout, lines, font }: StagePlan): number {
  const most = MOST_PX * layout.unit
  const texts = [...new Set(lines.map(({ text }) => text))]
  const sizes = texts.map((text) => setLine(text, layout, font, most).sizePx).toSorted((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)] ?? most
}

const MOST_PX = 210
/** The narrow face is set so tightly for titles that whole lines of it would have no gaps between their words. */
const NARROW_TRACKING = 0.026

function setLine(
  text: string,
  { line, hangs, unit }: Layout,
  font: FontStyle,
  maxSizePx: number,
): TextLayout {
  const room = { width: line.width / (1 + BEAT_SCALE), height: line.height / (1 + BEAT_SCALE) }
  return fitText(text, room, {
    font,
    role: 'DISPLAY',
    uppercase: true,
    ...(font === 'CONDENSED' && { tracking: NARROW_TRACKING }),
    align: isRightToLeft(text) ? 'RIGHT' : 'LEFT',
    anchor: hangs ? 'TOP' : 'BOTTOM',
    maxSizePx,
    minSizePx: 30 * unit,
    maxLines: line.height > 0.6 * line.width ? 6 : line.height > 0.36 * line.width ? 4 : 3,
  })
}

type Show = StagePlan & { line: LyricLine; text: TextLayout; endSecs: number; ink: Ink }

/** The line's room before a beat makes it larger: it grows from the edge that it stands on or hangs from, on the side where reading begins. */
function placeBlock({ line, hangs }: Layout, text: string): Box {
  const [width, height] = [line.width / (1 + BEAT_SCALE), line.height / (1 + BEAT_SCALE)]
  const x = isRightToLeft(text) ? line.x + line.width - width : line.x
  return { x, y: hangs ? line.y : line.y + line.height - height, width, height }
}

/** A line's parts grow around one and the same point, so that they stay one line. */
function moveLine({ layout, line, endSecs, audio, motion }: Show): (box: Box) => SpriteProps {
  const { x, y, width, height } = layout.line
  const from = motion === 'FULL' ? FROM_SCALE : 0.94
  const grown = ({ secs }: Frame) =>
    line.startSecs <= 0 ? 1 : ease(secs, line.startSecs, GROW_SECS, expoOut)
  const isOn = (frame: Frame) => isShown(frame, line, endSecs)
  const swell = (frame: Frame) => BEAT_SCALE * Math.max(0, audio.beat(frame) - BEAT_FLOOR) * grown(frame)
  const edge = isRightToLeft(line.text) ? x + width : x
  const fixed = layout.hangs ? y : y + height
  return (box) => ({
    opacity: (frame) => (isOn(frame) ? 1 : 0),
    scale: (frame) => (isOn(frame) ? mix(from, 1, grown(frame)) + swell(frame) : 1),
    anchor: { x: (edge - box.x) / box.width, y: (fixed - box.y) / box.height },
  })
}

function isShown({ secs }: Frame, { startSecs }: LyricLine, endSecs: number): boolean {
  return secs + EPSILON_SECS >= startSecs && secs + EPSILON_SECS < endSecs
}

/** A word of a line, or all of it. */
function drawSung(show: Show, word?: PlacedWord): Layer {
  const { layout, line, text, ink } = show
  const { sizePx } = text
  const block = placeBlock(layout, line.text)
  const box = word
    ? {
        x: block.x + word.left,
        y: block.y + word.baseline - sizePx,
        width: Math.max(1, word.right - word.left),
        height: 1.3 * sizePx,
      }
    : block
  const painting = paint(
    box,
    (ctx) => {
      if (word) drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: ink.sung })
      else drawText(ctx, text, 0, 0, ink.sung)
    },
    { bleed: 0.35 * sizePx },
  )
  const isEmoji = /\p{Extended_Pictographic}/u.test(word?.text ?? line.text)
  const colour = ({ secs }: Frame) => {
    if (!word || secs + EPSILON_SECS >= word.endSecs) return ink.sung
    return secs + EPSILON_SECS < word.startSecs ? ink.waiting : ink.now
  }
  return sprite(painting, { ...moveLine(show)(box), ...(!isEmoji && { colour }) })
}
