import type { Frame, Moving } from '../../compose/frame.ts'
import type { Layer } from '../../compose/layer.ts'
import type { Box } from '../../geometry.ts'
import { paint } from '../../layers/paint.ts'
import { paintEach } from '../../layers/paint-each.ts'
import { sprite } from '../../layers/sprite.ts'
import type { LyricLine } from '../../lyrics/lyrics.ts'
import { placeWords } from '../../lyrics/place-words.ts'
import { drawText, type TextLayout } from '../../paint/text.ts'
import { drawWord } from '../../paint/text-words.ts'
import { setType } from '../layout/fit-type.ts'
import type { PlacedLayer } from '../layout/placed-layer.ts'
import { bindInk, bindWords, boundNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindMotion, type Motion, SCALE } from './motion.ts'

/** Letters may reach a little beyond their lines. */
const BLEED_PX = 8

/** One of the look's texts. It stays inside of the safe box, whatever moves it. */
export function drawType(placed: PlacedLayer, scene: LookScene): Layer[] {
  const layer = placed.layer as ResolvedOf<'text'>
  const { box, ink, layout } = placed
  if (!layout) return []
  const colour = bindInk(layer.colour ?? 'TEXT', scene)
  const motion = holdInside(bindMotion(layer, scene, scene.isRtl), { box, ink, layer, scene })
  const bleed = BLEED_PX * scene.unit
  const { at } = bindWords(layer.text, scene)
  if (!at)
    return [
      sprite(
        paint(box, (ctx) => drawText(ctx, layout, 0, 0, colour), { bleed }),
        motion,
      ),
    ]
  const set = (frame: Frame) => setType(at(frame), layer, box, scene, layer.stands)
  return [
    paintEach(box, (ctx, frame) => drawText(ctx, set(frame), 0, 0, colour), { ...motion, key: at, bleed }),
  ]
}

type Held = { box: Box; ink: Box; layer: ResolvedOf<'text'>; scene: LookScene }

/** Shifts and scales no further than the safe box allows. */
function holdInside(motion: Motion, { box, ink, layer, scene }: Held): Motion {
  const { safe } = scene
  const { anchor } = motion
  const pivot = { x: box.x + box.width * anchor.x, y: box.y + box.height * anchor.y }
  const wished = boundNumber(layer.scale, SCALE, 1, scene.data).most
  const reach = (length: number, room: number) =>
    length > 0.5 ? Math.max(1, room / length) : Number.POSITIVE_INFINITY
  const most = Math.min(
    wished,
    reach(ink.x + ink.width - pivot.x, safe.x + safe.width - pivot.x),
    reach(pivot.x - ink.x, pivot.x - safe.x),
    reach(ink.y + ink.height - pivot.y, safe.y + safe.height - pivot.y),
    reach(pivot.y - ink.y, pivot.y - safe.y),
  )
  const largest = Math.max(1, most)
  const grown = {
    left: pivot.x - (pivot.x - ink.x) * largest,
    right: pivot.x + (ink.x + ink.width - pivot.x) * largest,
    top: pivot.y - (pivot.y - ink.y) * largest,
    bottom: pivot.y + (ink.y + ink.height - pivot.y) * largest,
  }
  const { x, y, scale } = motion
  return {
    ...motion,
    ...(x !== undefined && { x: hold(x, safe.x - grown.left, safe.x + safe.width - grown.right) }),
    ...(y !== undefined && { y: hold(y, safe.y - grown.top, safe.y + safe.height - grown.bottom) }),
    ...(scale !== undefined && { scale: hold(scale, 0, most) }),
  }
}

function hold(value: Moving<number>, least: number, most: number): Moving<number> {
  const [low, high] = [Math.min(0, least), Math.max(0, most)]
  const clamp = (each: number) => Math.max(low, Math.min(high, each))
  return typeof value === 'number' ? clamp(value) : (frame) => clamp(value(frame))
}

/** The line that is sung, or the title where nobody sings in the excerpt. */
export function drawLyrics(layer: ResolvedOf<'lyrics'>, box: Box, scene: LookScene): Layer[] {
  const { lyrics, song, unit } = scene
  const sung = bindInk(layer.colour ?? 'TEXT', scene)
  const waiting = bindInk(layer.waiting ?? 'MUTED', scene)
  const lines = lyrics?.lines.filter(({ isBackground }) => !isBackground) ?? []
  const shown: readonly LyricLine[] =
    lines.length > 0 ? lines : [{ startSecs: 0, endSecs: 0, text: song.title }]
  const fitted = new Map<LyricLine, TextLayout>()
  const fit = (line: LyricLine) => {
    const known = fitted.get(line) ?? setType(line.text, layer, box, scene, layer.stands ?? 'MIDDLE')
    fitted.set(line, known)
    return known
  }
  // Before the first line it is announced already: the first frame shows the whole composition.
  const indexAt = ({ secs }: Frame) =>
    Math.max(
      0,
      shown.findLastIndex(({ startSecs }) => startSecs <= secs + 1e-6),
    )
  const countSung = (line: LyricLine, { secs }: Frame) =>
    placeWords(fit(line), line).filter(({ startSecs }) => startSecs <= secs + 1e-6).length
  const isByWord = layer.words === true && lines.length > 0
  const key = (frame: Frame) => {
    const index = indexAt(frame)
    const line = shown[index]
    return isByWord && line ? `${index} ${countSung(line, frame)}` : index
  }
  const draw = (ctx: Parameters<typeof drawText>[0], frame: Frame) => {
    const line = shown[indexAt(frame)]
    if (!line) return
    const layout = fit(line)
    if (!isByWord) return drawText(ctx, layout, 0, 0, sung)
    const done = countSung(line, frame)
    for (const [i, word] of placeWords(layout, line).entries()) {
      drawWord(ctx, layout, word, { x: 0, y: 0, fill: i < done ? sung : waiting })
    }
  }
  const { x: _, y: __, scale: ___, ...motion } = bindMotion(layer, scene, scene.isRtl)
  return [paintEach(box, draw, { ...motion, key, bleed: BLEED_PX * unit })]
}
