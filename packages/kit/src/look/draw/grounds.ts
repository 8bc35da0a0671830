import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Layer } from '../../compose/layer.ts'
import { silk } from '../../effects/silk.ts'
import { soundRings } from '../../effects/sound-rings.ts'
import { frameShot } from '../../film/frame-shot.ts'
import { planCuts } from '../../film/plan-cuts.ts'
import { planShots } from '../../film/plan-shots.ts'
import { playShots } from '../../film/play-shots.ts'
import type { Box } from '../../geometry.ts'
import { type BackdropProps, backdrop } from '../../layers/backdrop.ts'
import { clip } from '../../layers/clip.ts'
import { grain } from '../../layers/grain.ts'
import { paint } from '../../layers/paint.ts'
import { sprite } from '../../layers/sprite.ts'
import { chance, chanceOf } from '../../paint/chance.ts'
import { blendOver, contrast } from '../../paint/colour.ts'
import { mix } from '../../paint/easing.ts'
import type { LookLayout } from '../layout/lay-out.ts'
import { enclose } from '../layout/place-box.ts'
import { bindColour, bindNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import type { Colour } from '../values.ts'
import { SHARE } from './motion.ts'

/** Which way colours change. */
export type Direction = 'DOWN' | 'ACROSS' | 'DIAGONAL'

/** Fills with one colour, or with several one after the other. */
export function fillWith(
  ctx: SKRSContext2D,
  colours: readonly string[],
  { width, height, direction = 'DOWN' }: { width: number; height: number; direction?: Direction },
): void {
  const [first = '#000000'] = colours
  const [toX, toY] = [direction === 'DOWN' ? 0 : width, direction === 'ACROSS' ? 0 : height]
  const gradient = ctx.createLinearGradient(0, 0, toX, toY)
  for (const [i, colour] of colours.entries())
    gradient.addColorStop(i / Math.max(1, colours.length - 1), colour)
  ctx.fillStyle = colours.length > 1 ? gradient : first
}

/** A colour or a gradient over the whole frame. */
export function drawFill(layer: ResolvedOf<'fill'>, scene: LookScene): Layer[] {
  const { width, height } = scene.size
  const colours = layer.colours.map((colour) => bindColour(colour, scene))
  const painting = paint({ x: 0, y: 0, width, height }, (ctx) => {
    fillWith(ctx, colours, { width, height, direction: layer.direction })
    ctx.fillRect(0, 0, width, height)
  })
  const opacity = bindNumber(layer.opacity, SHARE, scene)
  return [sprite(painting, opacity === undefined ? {} : { opacity })]
}

/** What type needs on the ground: all of it a little more than 4.5:1, since video rounds colours, and what is written in the text's colour more. */
const INK_CONTRAST = 4.8
const TEXT_CONTRAST = 7
const STEPS = 50

/** How much light and how much of the ground's colour leave every ink readable on the cover's least helpful area. */
type Grade = { brightness: number; tintAmount: number }

/** On a dark ground light is taken away, which keeps hues apart; a light one is veiled. */
function gradeForType({ cover, inks }: LookScene, tintAmount: number): Grade {
  const { palette } = cover
  const isDark = palette.theme === 'DARK'
  const worst = isDark ? palette.lightestArea : palette.darkestArea
  const isReadable = (grade: Grade) => {
    const lit = blendOver('#000000', worst, 1 - grade.brightness)
    const ground = blendOver(palette.background, lit, grade.tintAmount)
    return inks.every((ink) => contrast(ink, ground) >= (ink === palette.text ? TEXT_CONTRAST : INK_CONTRAST))
  }
  const grades = Array.from({ length: STEPS + 1 }, (_, step): Grade => {
    const share = step / STEPS
    return isDark
      ? { brightness: 1 - share, tintAmount }
      : { brightness: 1, tintAmount: mix(tintAmount, 1, share) }
  })
  return grades.find(isReadable) ?? { brightness: 1, tintAmount: 1 }
}

/** The cover over the whole frame, blurred and tinted. */
export function drawBackdrop(layer: ResolvedOf<'backdrop'>, scene: LookScene): Layer[] {
  const { palette } = scene.cover
  const { blur = 40, tint = 'BACKGROUND', tintAmount = 0.5, saturation, shade, carriesType = true } = layer
  const grade = carriesType ? gradeForType(scene, tintAmount) : { brightness: 1, tintAmount }
  const light = layer.brightness ?? (grade.brightness < 1 ? 1 : undefined)
  const moving = {
    brightness: bindNumber(light, SHARE, scene, grade.brightness),
    zoom: bindNumber(layer.zoom, { least: 1, most: 4 }, scene),
    panX: bindNumber(layer.panX, { least: -1, most: 1 }, scene),
    panY: bindNumber(layer.panY, { least: -1, most: 1 }, scene),
  }
  const set = Object.entries(moving).filter(([, value]) => value !== undefined)
  const props: BackdropProps = {
    blur,
    // Type counts on the palette's ground, so only that colour makes a picture safe for it.
    tint: carriesType ? palette.background : bindColour(tint, scene),
    tintAmount: grade.tintAmount,
    ...(saturation !== undefined && { saturation }),
    ...(shade && { shade: { top: shade.top ?? 1, bottom: shade.bottom ?? 1 } }),
    ...Object.fromEntries(set),
  }
  return [backdrop(scene.cover, props)]
}

/** The cover's colours as folds in the wind of the beat. */
export function drawSilk(layer: ResolvedOf<'silk'>, scene: LookScene, { find }: LookLayout): Layer[] {
  const boxes = (layer.quiet ?? []).flatMap((id) => find(id)?.ink ?? [])
  const written = boxes.filter(({ width, height }) => width > 0 && height > 0)
  const nowhere: Box = { x: -1e6, y: -1e6, width: 0, height: 0 }
  const { size, unit, cover, audio, chapters, seed, isReduced } = scene
  return [silk({ size, unit, cover, audio, chapters, seed, isReduced, quiet: enclose(written) ?? nowhere })]
}

/** Rings of light that leave a layer with the bass. */
export function drawSoundRings(
  layer: ResolvedOf<'sound-rings'>,
  scene: LookScene,
  { find }: LookLayout,
): Layer[] {
  const { size, audio, cover, chapters, seed } = scene
  const box = find(layer.around)?.box ?? { x: 0, y: 0, ...size }
  const side = chanceOf([-1, 1], seed, 'side')
  const source = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    radius: Math.max(8, Math.min(box.width, box.height) / 2),
  }
  const turn = (frame: { secs: number }) => chance(seed, 'light') + 0.04 * side * frame.secs
  return [soundRings({ size, audio, palette: cover.palette, chapters, source, turn })]
}

/** The song's videos, cut on its bars. */
export function drawFilm(layer: ResolvedOf<'film'>, box: Box, scene: LookScene): Layer[] {
  const { clips, audio, seed, size, unit } = scene
  if (clips.length === 0) return []
  const cuts = planCuts(audio, layer.rate ?? 'MID', { frameCount: audio.frameCount, fps: audio.fps })
  const shots = planShots(cuts, clips, { fps: audio.fps, seed, beatSecs: audio.beatSecs })
  if (shots.length === 0) return []
  const { indexAt, shotAt, timeAt, moveAt } = playShots(shots)
  const design = { x: box.x / unit, y: box.y / unit, width: box.width / unit, height: box.height / unit }
  const framings = shots.map((shot, index) => {
    const file = clips[shot.clip]
    return file && frameShot(shot, index, file, { box: design }, seed)
  })
  const { brightness = 0.8, saturation = 1 } = layer
  const opacity = bindNumber(layer.opacity, SHARE, scene)
  const isWhole = box.width >= size.width && box.height >= size.height
  return [
    clip(clips, {
      ...(!isWhole && { box }),
      which: (frame) => shotAt(frame).clip,
      time: timeAt,
      zoom: (frame) => moveAt(frame, framings[indexAt(frame)], 'zoom'),
      panX: (frame) => moveAt(frame, framings[indexAt(frame)], 'panX'),
      panY: (frame) => moveAt(frame, framings[indexAt(frame)], 'panY'),
      grade: { brightness, saturation },
      ...(opacity !== undefined && { opacity }),
    }),
  ]
}

/** Film grain over all that lies below. */
export function drawGrain(layer: ResolvedOf<'grain'>, { seed }: LookScene): Layer[] {
  return [grain({ amount: layer.amount ?? 0.02, seed: 1 + (seed % 1000) })]
}

/** The colours of a layer, or the accent. */
export function bindColours(colours: readonly Colour[] | undefined, scene: LookScene): string[] {
  return (colours ?? ['ACCENT']).map((colour) => bindColour(colour, scene))
}
