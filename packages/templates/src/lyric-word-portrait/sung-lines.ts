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
  type SpriteProps,
  sprite,
  type TextLayout,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

/** Words before they are sung, the one that is, and those that have been. */
export type Ink = { waiting: string; now: string; sung: string }

/** Thin letters pass behind: more than on a plain ground. */
const WAITING_CONTRAST = 6
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

/** In a pause of so many seconds the picture comes back. */
const PAUSE_SECS = 2.4
const STAY_SECS = 0.7
const LEAD_SECS = 0.3
const CLOSE_SECS = 0.5

/** How far the picture's letters step back for the line being sung: 1 while somebody sings. */
export function planStage({ lines, audio }: StagePlan): (frame: Frame) => number {
  const pauses = findGaps(lines, { durationSecs: audio.durationSecs, leastSecs: PAUSE_SECS })
  return ({ secs }) => {
    const pause = pauses.find(({ startSecs, endSecs }) => secs >= startSecs && secs < endSecs)
    if (!pause) return 1
    const gone = pause.startSecs <= 0 ? 1 : ease(secs, pause.startSecs + STAY_SECS, CLOSE_SECS, expoOut)
    const isOver = pause.endSecs >= audio.durationSecs
    const back = isOver ? 0 : ease(secs, pause.endSecs - LEAD_SECS - CLOSE_SECS, CLOSE_SECS, expoOut)
    return Math.max(1 - gone, back)
  }
}

const GROW_SECS = 0.35
/** A line begins nearly as large as it is. */
const FROM_SCALE = 0.8
const BEAT_SCALE = 0.035
/** Below this a beat is over: at rest exactly its own size, a line costs nothing. */
const BEAT_FLOOR = 0.16
const EPSILON_SECS = 1e-6

/** Each line grows out of the picture when it is sung, and is gone when the next one is. */
export function drawSungLines(plan: StagePlan): Layer[] {
  const { layout, lines, font, palette } = plan
  const ink = inkWords(palette)
  return lines.flatMap((line, index) => {
    const text = setLine(line.text, layout, font)
    const next = lines[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
    const isFollowed = next - line.endSecs < PAUSE_SECS
    const isLast = next === Number.POSITIVE_INFINITY && plan.audio.durationSecs - line.endSecs < PAUSE_SECS
    const endSecs = isFollowed || isLast ? next : line.endSecs + STAY_SECS
    const words = line.words ? placeWords(text, line) : []
    const show = { ...plan, line, text, endSecs, ink }
    const halo = drawHalo(text, placeBlock(layout, line.text), {
      unit: layout.unit,
      palette,
      move: moveLine(show),
    })
    return [halo, ...(words.length > 0 ? words.map((word) => drawSung(show, word)) : [drawSung(show)])]
  })
}

function setLine(text: string, { line, unit }: Layout, font: FontStyle): TextLayout {
  const room = { width: line.width / (1 + BEAT_SCALE), height: line.height / (1 + BEAT_SCALE) }
  return fitText(text, room, {
    font,
    role: 'DISPLAY',
    uppercase: true,
    align: isRightToLeft(text) ? 'RIGHT' : 'LEFT',
    anchor: 'BOTTOM',
    maxSizePx: 200 * unit,
    minSizePx: 30 * unit,
    maxLines: 3,
  })
}

type Show = StagePlan & { line: LyricLine; text: TextLayout; endSecs: number; ink: Ink }

/** The line's room before a beat makes it larger: it grows from its lower edge, on the side where reading begins. */
function placeBlock({ line }: Layout, text: string): Box {
  const [width, height] = [line.width / (1 + BEAT_SCALE), line.height / (1 + BEAT_SCALE)]
  const x = isRightToLeft(text) ? line.x + line.width - width : line.x
  return { x, y: line.y + line.height - height, width, height }
}

/** A line's parts grow around one and the same point, so that they stay one line. */
function moveLine({ layout, line, endSecs, audio, motion }: Show): (box: Box) => SpriteProps {
  const { x, y, width, height } = layout.line
  const from = motion === 'FULL' ? FROM_SCALE : 0.94
  const grown = ({ secs }: Frame) =>
    line.startSecs <= 0 ? 1 : ease(secs, line.startSecs, GROW_SECS, expoOut)
  const isOn = ({ secs }: Frame) => secs + EPSILON_SECS >= line.startSecs && secs + EPSILON_SECS < endSecs
  const swell = (frame: Frame) => BEAT_SCALE * Math.max(0, audio.beat(frame) - BEAT_FLOOR) * grown(frame)
  const edge = isRightToLeft(line.text) ? x + width : x
  return (box) => ({
    opacity: (frame) => (isOn(frame) ? 1 : 0),
    scale: (frame) => (isOn(frame) ? mix(from, 1, grown(frame)) + swell(frame) : 1),
    anchor: { x: (edge - box.x) / box.width, y: (y + height - box.y) / box.height },
  })
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

/** Type keeps the picture's letters away from itself: so far, in em and at least in pixels of a short side of 1080. */
const HALO = { em: 0.13, leastPx: 22 }
/** Letters are drawn again so often around their place, in rings no further apart than a stroke is wide. */
const TIMES = 12
const RING_EM = 0.08

/** How a halo is drawn. */
export type HaloPlan = { unit: number; palette: Palette; move?: (box: Box) => SpriteProps }

/** The ground's colour around letters, in their own shape, so that no plate cuts the picture. */
export function drawHalo(text: TextLayout, place: Box, { unit, palette, move }: HaloPlan): Layer {
  const reach = Math.max(HALO.em * text.sizePx, HALO.leastPx * unit)
  const painting = paint(
    place,
    (ctx) => {
      const rings = Math.ceil(reach / (RING_EM * Math.max(1, text.sizePx)))
      for (let i = 0; i < TIMES * rings; i++) {
        const turn = (2 * Math.PI * i) / TIMES
        const out = (reach * Math.ceil((i + 1) / TIMES)) / rings
        drawText(ctx, text, out * Math.cos(turn), out * Math.sin(turn), palette.background)
      }
    },
    { bleed: reach + 0.35 * text.sizePx, isTexture: true },
  )
  return sprite(painting, move?.(place) ?? {})
}
