import {
  type AudioTrack,
  chooseInk,
  clamp01,
  contrast,
  cubicOut,
  drawText,
  drawWord,
  ease,
  expoOut,
  type Frame,
  fromOklch,
  hexToOklch,
  isRightToLeft,
  type Layer,
  type Motion,
  mix,
  type Palette,
  type PlacedWord,
  paint,
  placeWords,
  sprite,
  toGroundTone,
  wipe,
} from '@songreel/kit'
import { type KaraokeLayout, measureInWay, type Pose, placeRow, poseRow } from './layout.ts'
import { findRayContrast } from './rays.ts'
import type { SungRow } from './rows.ts'

/** Colours of words before and after they are sung, and of the ball that leads the eye. */
export type Ink = { waiting: string; sung: string; quiet: string; accent: string }

/** Small type beside the rows is read on the brightest ray and its grain. */
const QUIET_CONTRAST = 7.2
/** A ball is larger than letters, and stands out by its colour: it has so much of it, and its hue is so far from those of the grounds, in radians. */
const BALL = { contrast: 5, chroma: 0.07, turn: 0.7 }
/** What is sung is the strongest thing in the picture: such a step from what waits, which is as light as that allows, and tinted like the ground. */
const STEP = 1.85
const TINT = 0.075
const STEPS = 60

/** Words wait in a tint of their ground and fill with the strongest ink that there is: in the accent, what waits would look like what is sung. */
export function inkWords(palette: Palette): Ink {
  const { text } = palette
  const wish = { groundContrast: findRayContrast(palette), accentContrast: BALL.contrast }
  const { accent, quiet } = chooseInk(palette, { ...wish, quietContrast: QUIET_CONTRAST })
  return {
    waiting: tintWaiting(palette),
    sung: text,
    quiet,
    accent: isOfOwnColour(accent, palette) ? accent : text,
  }
}

/** From the text's own lightness to the middle the first that is such a step from it: a tint of nearly white would be none. */
function tintWaiting({ grounds, text }: Palette): string {
  const { chroma, hue } = hexToOklch(grounds[0])
  const from = hexToOklch(text).lightness
  const tints = Array.from({ length: STEPS }, (_, step) =>
    fromOklch({ lightness: mix(from, 0.5, step / STEPS), chroma: Math.min(TINT, chroma), hue }),
  )
  return tints.find((each) => contrast(text, each) >= STEP) ?? toGroundTone(grounds[0], text, STEP)
}

/** Whether a ball is told from all grounds by its colour, too: blue on blue it would be dust, and white is clear. */
function isOfOwnColour(ball: string, { grounds }: Palette): boolean {
  const { chroma, hue } = hexToOklch(ball)
  const isApart = (ground: string) => {
    const own = hexToOklch(ground)
    return own.chroma < GREYISH || Math.cos(own.hue - hue) < Math.cos(BALL.turn)
  }
  return chroma >= BALL.chroma && grounds.every(isApart)
}

/** A ground with less colour has no hue to be told from. */
const GREYISH = 0.025

/** What the rows move with. */
export type RowMotion = { audio: AudioTrack; motion: Motion; ink: Ink }

const ENTER_SECS = 0.4
const LEAVE_SECS = 0.14
/** How far a row travels when it comes, in em; how much a word swells when it is sung, and for how long. */
const TRAVEL = 0.5
const SWELL = 0.035
/** A row is not seen while the one before it is further in its way than this, in em. */
const CLEAR = 0.5
const SWELL_SECS = 0.16

/** All rows, word by word: each fills from where reading begins while it is sung. */
export function drawRows(layout: KaraokeLayout, how: RowMotion): Layer[] {
  return layout.rows.flatMap((row) => {
    // Painted where it is largest.
    const at = placeRow(layout, row.slot === 1 ? { ...row, slot: 0 } : row)
    const pose = (secs: number) => poseRow(layout, row, secs)
    const inWay = (secs: number) => measureInWay(layout, row, secs)
    return placeWords(row.text, row.line).map((word) => drawSung(row, word, { at, pose, inWay, ...how }))
  })
}

type Place = RowMotion & {
  at: Pose
  pose: (secs: number) => Pose
  inWay: (secs: number) => number
}

function drawSung(row: SungRow, word: PlacedWord, { at, pose, inWay, audio, motion, ink }: Place): Layer {
  const { text, showSecs, hideSecs, slot } = row
  const { sizePx } = text
  const width = Math.max(1, word.right - word.left)
  const box = { x: at.x + word.left, y: at.y + word.baseline - sizePx, width, height: 1.3 * sizePx }
  const painting = paint(
    box,
    (ctx) => drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: ink.waiting }),
    { bleed: 0.4 * sizePx },
  )
  const isFull = motion === 'FULL'
  const travel = isFull ? TRAVEL * sizePx : 0
  const coming = ({ secs }: Frame) => (showSecs <= 0 ? 1 : ease(secs, showSecs, ENTER_SECS, expoOut))
  const going = ({ secs }: Frame) => ease(secs, hideSecs - LEAVE_SECS, LEAVE_SECS, cubicOut)
  // A row comes when the one before it has made room, and never nearer to it than the two will stand.
  const free = ({ secs }: Frame) => 1 - clamp01(inWay(secs) / (CLEAR * sizePx))
  const middle = { x: word.left + width / 2, y: word.baseline - 0.35 * sizePx }
  const move = ({ secs }: Frame, axis: 'x' | 'y') => {
    const to = pose(secs)
    return to[axis] + to.scale * middle[axis] - at[axis] - middle[axis]
  }
  const placement = {
    x: (frame: Frame) => move(frame, 'x'),
    y: (frame: Frame) =>
      move(frame, 'y') + travel * (1 - coming(frame)) - 0.6 * travel * going(frame) + inWay(frame.secs),
    opacity: (frame: Frame) => free(frame) * Math.min(1, coming(frame) * 1.4) * (1 - going(frame)),
    scale: (frame: Frame) =>
      pose(frame.secs).scale *
      (1 + (isFull ? SWELL : 0) * swell(frame.secs - word.startSecs, audio.beat(frame))),
  }
  const sung = ({ secs }: Frame) => word.sung(secs)
  if (/\p{Extended_Pictographic}/u.test(word.text)) {
    const { opacity } = placement
    return sprite(painting, { ...placement, opacity: (frame) => opacity(frame) * mix(0.6, 1, sung(frame)) })
  }
  return wipe(painting, painting, {
    ...placement,
    edge: sung,
    from: isRightToLeft(text.lines[word.line]?.text ?? '') ? 'RIGHT' : 'LEFT',
    softness: 0.08 * sizePx,
    beforeColour: slot === 2 ? ink.quiet : ink.waiting,
    afterColour: ink.sung,
  })
}

/** Up at once, down again; a little more on the beat. */
function swell(ageSecs: number, beat: number): number {
  // At rest exactly its own size, which costs least.
  if (ageSecs < -1e-6 || ageSecs > 5 * SWELL_SECS) return 0
  return Math.exp(-ageSecs / SWELL_SECS) * (0.7 + 0.3 * beat)
}

/** Between title and artist there, at a short side of 1080. */
const TITLE_GAP = 40

/** Until the first row comes, or where nobody sings at all, title and artist have the rows' places. */
export function drawTitleCard(layout: KaraokeLayout, { text, ink, untilSecs }: TitleCard): Layer[] {
  return text.map(({ layout: set, slot, side }) => {
    const [upper] = layout.slots
    const { x } = placeRow(layout, { text: set, slot: 0, side })
    const foot = upper.y + upper.height
    const { right: width, bottom: height } = set.block
    const y = slot === 0 ? foot - height : foot + layout.frame.scale(TITLE_GAP)
    const box = { x, y, width: Math.max(1, width), height }
    return sprite(
      paint(box, (ctx) => drawText(ctx, set, 0, 0, slot === 0 ? ink.sung : ink.quiet), {
        bleed: 0.3 * set.sizePx,
      }),
      { opacity: ({ secs }) => 1 - leaveCard(secs, untilSecs) },
    )
  })
}

/** 0 while title and artist have the rows' places, 1 once the rows do. */
export function leaveCard(secs: number, untilSecs: number): number {
  return ease(secs, untilSecs - LEAVE_SECS, LEAVE_SECS, cubicOut)
}

/** Title and artist, set as rows. */
export type TitleCard = {
  text: { layout: SungRow['text']; slot: 0 | 1; side: SungRow['side'] }[]
  ink: Ink
  untilSecs: number
}
