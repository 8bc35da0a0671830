import type { Frame, Moving } from '../../compose/frame.ts'
import type { Layer } from '../../compose/layer.ts'
import { dancingWaveform } from '../../effects/dancing-waveform.ts'
import type { Box } from '../../geometry.ts'
import { bars } from '../../layers/bars.ts'
import { paint } from '../../layers/paint.ts'
import { type RingProps, ring } from '../../layers/ring.ts'
import { sprite } from '../../layers/sprite.ts'
import { waveform } from '../../layers/waveform.ts'
import { chance, chanceOf } from '../../paint/chance.ts'
import { mixColours, withAlpha } from '../../paint/colour.ts'
import { ease, mix } from '../../paint/easing.ts'
import { findSafeShare, tameRed } from '../../paint/flash-safety.ts'
import { type Chapter, createBarClock, findChapter } from '../../track/chapters.ts'
import { stretchBands } from '../../track/stretch-bands.ts'
import { RING_STYLES } from '../layer-schemas.ts'
import { bindColour, bindNumber, boundNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindColours } from './grounds.ts'
import { bindMotion, calmRed, SHARE } from './motion.ts'

type RingStyle = (typeof RING_STYLES)[number]

const MOST_BARS = 200

function countBars(box: Box, pitchPx: number): number {
  return Math.max(2, Math.min(MOST_BARS, Math.round(box.width / pitchPx)))
}

/** The spectrum as bars. */
export function drawBars(layer: ResolvedOf<'bars'>, box: Box, scene: LookScene): Layer[] {
  const { unit, audio, cover } = scene
  const colours = bindColours(layer.colours, scene)
  // Bars that pound together must not cover more than may come and go.
  const safe = Math.min(...colours.map((each) => findSafeShare(cover.palette.background, each)))
  const thickness = Math.min(layer.thickness ?? 0.45, Math.max(0.2, 2 * safe))
  const opacity = bindNumber(layer.opacity, SHARE, scene)
  return [
    bars(box, {
      levels: (frame) => audio.bands(frame),
      count: countBars(box, (layer.pitch ?? 20) * unit),
      thickness,
      ...(layer.minHeight !== undefined && { minHeight: Math.min(box.height, layer.minHeight * unit) }),
      ...(layer.radius !== undefined && { radius: layer.radius * unit }),
      grow: layer.rise ?? 'BOTTOM',
      mirrored: layer.mirrored ?? false,
      colour: colours.length > 1 ? colours : (colours[0] ?? '#ffffff'),
      ...(opacity !== undefined && { opacity }),
    }),
  ]
}

/** Loud bands stand out so far from the others that the ring is no dial, and the shortest bar is so much of the longest. */
const LEVELS = { gamma: 1.9, least: 0.05 }
const RING_SCALE = { least: 0.8, most: 1.25 }

/** The spectrum on a circle; two colours take turns with the parts of the song. */
export function drawRing(layer: ResolvedOf<'ring'>, box: Box, scene: LookScene): Layer[] {
  const { audio, chapters, cover, seed, unit } = scene
  const reach = Math.min(box.width, box.height) / 2
  const scale = calmRed(layer.scale, cover)
  const swollen = Math.max(1, boundNumber(scale, RING_SCALE, 1, scene.data).most)
  const radius = Math.max(4, (layer.foot ?? 0.66) * reach)
  const length = Math.max(2, reach - radius * swollen)
  const [first = '#ffffff', second = first] = bindColours(layer.colours ?? ['ACCENT', 'ACCENT2'], scene).map(
    tameRed,
  )
  const safe = Math.min(...[first, second].map((each) => findSafeShare(cover.palette.background, each)))
  const scaleAt = bindNumber(scale, RING_SCALE, scene)
  const bandsAt = stretchBands(audio, { gamma: LEVELS.gamma })
  const shared: RingProps = {
    ...planRingBars(readStyle(layer, scene), { radius, length, unit, safe }),
    levels: (frame) => liftLevels(bandsAt(frame), findChapter(chapters, frame)),
    ...(scaleAt !== undefined && { scale: scaleAt }),
    rotation: planSpin(layer, scene),
  }
  const circle = { x: box.x + box.width / 2, y: box.y + box.height / 2, radius }
  const opacity = bindNumber(layer.opacity, SHARE, scene) ?? 1
  if (first === second) return [ring(circle, { ...shared, colour: first, opacity })]
  const blend = mixColours(first, second, 0.5)
  const pairings = [
    [first, second, blend],
    [blend, second, first],
  ]
  const start = chanceOf([0, 1], seed, 'pairing')
  return pairings.map((colour, i) =>
    ring(circle, { ...shared, colour, opacity: takeTurns(scene, { i, start, opacity }) }),
  )
}

function readStyle({ style = 'BARS' }: ResolvedOf<'ring'>, { data }: LookScene): RingStyle {
  if (typeof style === 'string') return style
  return RING_STYLES.find((each) => each === data[style.field]) ?? 'BARS'
}

function takeTurns(
  { chapters }: LookScene,
  { i, start, opacity }: { i: number; start: number; opacity: Moving<number> },
): (frame: Frame) => number {
  return (frame) => {
    const chapter = findChapter(chapters, frame)
    const arrival = chapter.index === 0 ? 1 : ease(frame.secs, chapter.startSecs, 0.3)
    const share = (chapter.index + start) % 2 === i ? arrival : 1 - arrival
    return share * (typeof opacity === 'number' ? opacity : opacity(frame))
  }
}

/** It turns on with every bar, and drifts. */
function planSpin({ spin = {} }: ResolvedOf<'ring'>, { audio, seed, isReduced }: LookScene) {
  const { perSec = 5, perBar = 30 } = spin
  const direction = chanceOf([-1, 1], seed, 'direction')
  const start = 90 * Math.floor(chance(seed, 'bass') * 4)
  const barsAt = createBarClock(audio)
  return (frame: Frame) => {
    const count = barsAt(frame)
    const whole = Math.floor(count)
    const turned = isReduced ? 0 : perBar * (whole + ease(count - whole, 0, 0.3))
    return start + direction * (turned + perSec * frame.secs)
  }
}

/** Calm chapters leave room for strong ones. */
function liftLevels(bands: Float32Array, { energy }: Chapter): Float32Array {
  const lift = mix(0.72, 1, Math.min(1, energy * 1.2))
  return bands.map((level) => LEVELS.least + (1 - LEVELS.least) * lift * level)
}

type RingPlan = { radius: number; length: number; unit: number; safe: number }

/** As wide as bars may be that pound together: a ring of wide ones would flash. */
function planRingBars(style: RingStyle, { radius, length, unit, safe }: RingPlan) {
  const pitchPx = { BARS: 46, NEEDLES: 12, DOTS: 24 }[style]
  const count = Math.max(8, 2 * Math.round((Math.PI * radius) / unit / pitchPx))
  // Bars diverge, so that they cover less at their ends than at their feet.
  const width = Math.max(2, pitchPx * Math.min(0.42, 1.15 * safe)) * unit
  if (style === 'DOTS') return { count, length, width: 13 * unit, tipLength: 0 }
  return { count, length, minLength: (style === 'BARS' ? 12 : 6) * unit, width }
}

/** The shape of the excerpt's sound, which fills as it plays. */
export function drawWaveform(layer: ResolvedOf<'waveform'>, box: Box, scene: LookScene): Layer[] {
  const { audio, unit } = scene
  const count = countBars(box, (layer.pitch ?? 12.5) * unit)
  const thickness = layer.thickness ?? 0.5
  const colour = bindColour(layer.colour ?? { mix: ['BACKGROUND', 'TEXT'], by: 0.42 }, scene)
  const playedColour = bindColour(layer.played ?? 'ACCENT', scene)
  if (layer.style === 'DANCE') {
    return dancingWaveform(box, {
      audio,
      barCount: count,
      thickness,
      comingColour: colour,
      playedColour,
    })
  }
  const { rotation: _, ...motion } = bindMotion(layer, scene)
  return [
    waveform(box, {
      ...motion,
      peaks: audio.waveform(count),
      progress: (frame) => frame.position,
      colour,
      playedColour,
      thickness,
      grow: layer.rise ?? 'MIDDLE',
    }),
  ]
}

/** A line that shows how much has been played. */
export function drawProgress(layer: ResolvedOf<'progress'>, box: Box, scene: LookScene): Layer[] {
  const opacity = bindNumber(layer.opacity, SHARE, scene)
  const shown = opacity === undefined ? {} : { opacity }
  const line = (colour: string) =>
    paint(box, (ctx, { width, height }) => {
      ctx.fillStyle = colour
      ctx.beginPath()
      ctx.roundRect(0, 0, width, height, Math.min(width, height) / 2)
      ctx.fill()
    })
  const track = layer.colour ? bindColour(layer.colour, scene) : withAlpha(scene.cover.palette.text, 0.24)
  return [
    sprite(line(track), shown),
    sprite(line(bindColour(layer.played ?? 'ACCENT', scene)), {
      ...shown,
      reveal: (frame) => frame.position,
    }),
  ]
}
