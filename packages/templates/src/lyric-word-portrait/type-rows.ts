import {
  type AudioTrack,
  chance,
  createSteps,
  drawText,
  type FontStyle,
  type Frame,
  fitText,
  followStep,
  isRightToLeft,
  type Layer,
  type Motion,
  paint,
  type Size,
  sprite,
  type TextLayout,
  withAlpha,
} from '@songreel/kit'
import type { Layout, TypeRow } from './layout.ts'

/** How much of the picture the plates between the letters hide. */
export const PLATE_OPACITY = 0.77
/** Letters are so much of a row's height; the gap between two texts, in em. */
const INK_SHARE = 0.78
const TEXT_GAP = 0.42
/** On a beat rows go so far, every other one the other way, in pixels of a short side of 1080; then back again. */
const NOTCH_PX = 36
const NOTCHES = 5
/** The beat runs through the rows from the stage on: each is so much later than the one before. */
const RIPPLE_SECS = 0.016
const STEP_SECS = 0.3

/** What the rows are made from. */
export type RowsPlan = {
  size: Size
  layout: Layout
  texts: readonly string[]
  font: FontStyle
  background: string
  audio: AudioTrack
  motion: Motion
  seed: number
  /** True while the stage hides this row. */
  isCovered: (row: number, frame: Frame) => boolean
}

/** Rows of plates with letters cut out of them: what shines through is the picture, and moves only behind them. */
export function drawTypeRows(plan: RowsPlan): Layer[] {
  const { layout, audio, motion, seed, isCovered } = plan
  const isFull = motion === 'FULL'
  const beats = createSteps(audio.beatSecs, { minGapSecs: 0.3, freeSecs: 1.2 })
  const bars = createSteps(audio.downbeatSecs, { minGapSecs: 1, freeSecs: 2.4 })
  const notch = (isFull ? 1 : 0.3) * NOTCH_PX * layout.unit
  const middle = (layout.stage.first + layout.stage.last) / 2
  const setText = keepSet(plan.font)
  return layout.rows.map((row, index) => {
    const delaySecs = Math.abs(index - middle) * RIPPLE_SECS
    const side = (index % 2 === 0) === chance(seed, 'side') < 0.5 ? 1 : -1
    // Half of the rows move on one beat, the other half on the next, and all of them on a bar.
    const swingTo = (count: number) => swing(Math.floor((count + (index % 2)) / 2))
    const isBeside = index === layout.stage.first - 1 || index === layout.stage.last + 1
    const place = ({ secs, fps }: Frame) => {
      const late = { secs: Math.max(0, secs - delaySecs), fps }
      const beat = isFull ? followStep(beats(late), swingTo, STEP_SECS) : 0
      return notch * side * (beat + followStep(bars(late), (count) => count % 2, STEP_SECS))
    }
    return sprite(paintRow(row, index, plan, setText), {
      // On even pixels, where moving costs least. The stage rests, and so do its neighbours.
      x: isBeside ? 0 : (frame) => 2 * Math.round(place(frame) / 2),
      ...(index >= layout.stage.first &&
        index <= layout.stage.last && { opacity: (frame: Frame) => (isCovered(index, frame) ? 0 : 1) }),
    })
  })
}

/** There and back, so many notches to either side. */
function swing(count: number): number {
  const turn = (count + NOTCHES) % (4 * NOTCHES)
  return turn <= 2 * NOTCHES ? turn - NOTCHES : 3 * NOTCHES - turn
}

/** A text on its own line, and how far its letters go up and down from the baseline. */
type SetText = { layout: TextLayout; width: number; ascent: number; descent: number }

const SET_PX = 100

/** Sets each text once: it comes again in many rows. */
function keepSet(font: FontStyle): (text: string) => SetText {
  const kept = new Map<string, SetText>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    const style = {
      font,
      role: 'DISPLAY',
      uppercase: true,
      maxSizePx: SET_PX,
      maxLines: 1,
      align: 'LEFT',
    } as const
    const layout = fitText(text, { width: 1e5, height: 3 * SET_PX }, style)
    const { ink } = layout
    const baseline = layout.lines[0]?.baseline ?? 0
    const set = {
      layout,
      width: ink.right - ink.left,
      ascent: baseline - ink.top,
      descent: ink.bottom - baseline,
    }
    kept.set(text, set)
    return set
  }
}

function paintRow(
  { y, height, rimPx }: TypeRow,
  index: number,
  { size, layout, texts, background, seed }: RowsPlan,
  setText: (text: string) => SetText,
) {
  const reach = 2 * Math.ceil((NOTCHES + 1) * NOTCH_PX * layout.unit * 0.5)
  const box = { x: -reach, y: y + rimPx, width: size.width + 2 * reach, height: height - 2 * rimPx }
  return paint(
    box,
    (ctx) => {
      ctx.fillStyle = withAlpha(background, PLATE_OPACITY)
      ctx.fillRect(0, 0, box.width, box.height)
      ctx.translate(0, -rimPx)
      ctx.globalCompositeOperation = 'destination-out'
      const first = Math.floor(texts.length * chance(seed, 'first')) + 2 * index
      const at = (i: number) => setText(texts[(first + i) % texts.length] ?? '')
      const isRtl = isRightToLeft(texts[first % texts.length] ?? '')
      const row = fillWidth(at, box.width, INK_SHARE * height)
      const scale = (INK_SHARE * height) / row.heightPx
      ctx.scale(scale, scale)
      let pen = -chance(seed, 'start', index) * (row.texts[0]?.width ?? 0) * 0.6
      for (const { layout: text, width } of row.texts) {
        const x = isRtl ? box.width / scale - pen - width : pen
        const line = text.lines[0]
        if (line)
          drawText(
            ctx,
            text,
            x - text.ink.left,
            row.baseline + (0.5 * (1 - INK_SHARE) * height) / scale - line.baseline,
            '#000000',
          )
        pen += width + TEXT_GAP * SET_PX
      }
    },
    { isTexture: true },
  )
}

/** As many texts as it takes; letters that go far up or down make the whole row's smaller. */
function fillWidth(at: (index: number) => SetText, widthPx: number, heightPx: number) {
  const texts: SetText[] = []
  let [width, ascent, descent] = [0, 1, 0]
  const isFilled = () => (width * heightPx) / (ascent + descent) > widthPx
  for (let i = 0; i < MOST_TEXTS && !isFilled(); i++) {
    const text = at(i)
    texts.push(text)
    // The first may begin before the edge.
    width += (i === 0 ? 0.4 : 1) * text.width + TEXT_GAP * SET_PX
    ascent = Math.max(ascent, text.ascent)
    descent = Math.max(descent, text.descent)
  }
  return { texts, baseline: ascent, heightPx: ascent + descent }
}

const MOST_TEXTS = 200
