import {
  type AudioTrack,
  chooseInk,
  drawText,
  drawWord,
  ease,
  expoOut,
  type FontStyle,
  type Frame,
  findGaps,
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
  sprite,
  type TextLayout,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

/** Words before they are sung, the one that is, and those that have been. */
export type Ink = { waiting: string; now: string; sung: string }

const WAITING_CONTRAST = 4.8
/** Red letters look darker than their contrast says. */
const NOW_CONTRAST = 8

/** Even an accent that could be read moves a step towards the text's lightness. */
const LEAST_LIFT = 0.02

/** Colours that can be read on the stage. */
function inkWords(palette: Palette): Ink {
  const { accent, quiet } = chooseInk(palette, {
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

/** In a pause of so many seconds the words close over the stage again. */
const PAUSE_SECS = 2.4
const STAY_SECS = 0.7
const LEAD_SECS = 0.3
const CLOSE_SECS = 0.4
/** Each row of the stage follows the one before. */
const TRAIL_SECS = 0.045

/** The rows that step back for the line being sung, and how far each is covered in a frame: 0 to 1. */
export type Stage = { layers: Layer[]; coverAt(row: number, frame: Frame): number }

/** Plates without letters slide over the rows while somebody sings, so that one line can be read. */
export function clearStage({ layout, lines, palette, audio }: StagePlan, frameWidth: number): Stage {
  const { rows, stage } = layout
  const pauses = findGaps(lines, { durationSecs: audio.durationSecs, leastSecs: PAUSE_SECS })
  const isRtl = isRightToLeft(lines[0]?.text ?? '')
  const coverAt = (row: number, { secs }: Frame) => {
    const pause = pauses.find(({ startSecs, endSecs }) => secs >= startSecs && secs < endSecs)
    if (row < stage.first || row > stage.last) return 0
    // The names always stand.
    if (!pause || row === stage.last) return 1
    const trail = (row - stage.first) * TRAIL_SECS
    const gone =
      pause.startSecs <= 0 ? 1 : ease(secs, pause.startSecs + STAY_SECS + trail, CLOSE_SECS, expoOut)
    const backSecs = pause.endSecs - LEAD_SECS - CLOSE_SECS + trail
    const back = pause.endSecs >= audio.durationSecs ? 0 : ease(secs, backSecs, CLOSE_SECS, expoOut)
    return Math.max(1 - gone, back)
  }
  const layers = rows.slice(stage.first, stage.last + 1).map(({ y, height }, index) => {
    const plate = paint({ x: 0, y, width: frameWidth, height }, (ctx) => {
      ctx.fillStyle = palette.background
      ctx.fillRect(0, 0, frameWidth, height)
    })
    return sprite(plate, {
      reveal: (frame) => coverAt(stage.first + index, frame),
      revealFrom: isRtl ? 'RIGHT' : 'LEFT',
      revealSoftness: 12 * layout.unit,
    })
  })
  return { layers, coverAt }
}

const GROW_SECS = 0.4
/** A line begins as large as the type around it. */
const FROM_SCALE = 0.34
const BEAT_SCALE = 0.03
/** Below this a beat is over: at rest exactly its own size, a line costs nothing. */
const BEAT_FLOOR = 0.16
const EPSILON_SECS = 1e-6

/** Each line grows out of the rows when it is sung, and is gone when the next one is. */
export function drawSungLines(plan: StagePlan): Layer[] {
  const { layout, lines, font, palette } = plan
  const ink = inkWords(palette)
  return lines.flatMap((line, index) => {
    const text = setLine(line.text, layout, font)
    const next = lines[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
    const isFollowed = next - line.endSecs < PAUSE_SECS
    const isLast = next === Number.POSITIVE_INFINITY && plan.audio.durationSecs - line.endSecs < PAUSE_SECS
    const endSecs = isFollowed ? next : isLast ? next : line.endSecs + STAY_SECS
    const words = line.words ? placeWords(text, line) : []
    const show = { ...plan, line, text, endSecs, ink }
    return words.length > 0 ? words.map((word) => drawSung(show, word)) : [drawSung(show)]
  })
}

function setLine(text: string, { line, unit }: Layout, font: FontStyle): TextLayout {
  const align = isRightToLeft(text) ? 'RIGHT' : 'LEFT'
  const room = { width: line.width / (1 + BEAT_SCALE), height: line.height / (1 + BEAT_SCALE) }
  return fitText(text, room, {
    font,
    role: 'DISPLAY',
    uppercase: true,
    align,
    anchor: 'MIDDLE',
    maxSizePx: 190 * unit,
    minSizePx: 30 * unit,
    maxLines: 3,
  })
}

type Show = StagePlan & { line: LyricLine; text: TextLayout; endSecs: number; ink: Ink }

/** A word of a line, or all of it. Words grow around one and the same point, so that they stay one line. */
function drawSung({ layout, line, text, endSecs, ink, audio, motion }: Show, word?: PlacedWord): Layer {
  const { sizePx } = text
  const isRtl = isRightToLeft(line.text)
  const room = layout.line
  const left = isRtl ? room.x + room.width - room.width / (1 + BEAT_SCALE) : room.x
  const top = room.y + (room.height - room.height / (1 + BEAT_SCALE)) / 2
  const box = word
    ? {
        x: left + word.left,
        y: top + word.baseline - sizePx,
        width: Math.max(1, word.right - word.left),
        height: 1.3 * sizePx,
      }
    : { x: left, y: top, width: room.width / (1 + BEAT_SCALE), height: room.height / (1 + BEAT_SCALE) }
  const painting = paint(
    box,
    (ctx) => {
      if (word) drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: ink.sung })
      else drawText(ctx, text, 0, 0, ink.sung)
    },
    { bleed: 0.35 * sizePx },
  )
  const edge = isRtl ? room.x + room.width : room.x
  const from = motion === 'FULL' ? FROM_SCALE : 0.94
  const grown = ({ secs }: Frame) =>
    line.startSecs <= 0 ? 1 : ease(secs, line.startSecs, GROW_SECS, expoOut)
  const isOn = ({ secs }: Frame) => secs + EPSILON_SECS >= line.startSecs && secs + EPSILON_SECS < endSecs
  const isEmoji = /\p{Extended_Pictographic}/u.test(word?.text ?? line.text)
  const colour = ({ secs }: Frame) => {
    if (!word || secs + EPSILON_SECS >= word.endSecs) return ink.sung
    return secs + EPSILON_SECS < word.startSecs ? ink.waiting : ink.now
  }
  return sprite(painting, {
    opacity: (frame) => (isOn(frame) ? 1 : 0),
    scale: (frame) =>
      isOn(frame)
        ? mix(from, 1, grown(frame)) + BEAT_SCALE * Math.max(0, audio.beat(frame) - BEAT_FLOOR) * grown(frame)
        : 1,
    anchor: { x: (edge - box.x) / box.width, y: (room.y + room.height / 2 - box.y) / box.height },
    ...(!isEmoji && { colour }),
  })
}
