import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Frame } from '../../compose/frame.ts'
import type { Layer } from '../../compose/layer.ts'
import type { Painting } from '../../compose/painting.ts'
import type { Box } from '../../geometry.ts'
import { glow } from '../../layers/glow.ts'
import { paint } from '../../layers/paint.ts'
import { sprite } from '../../layers/sprite.ts'
import { cropToFill } from '../../paint/crop-to-fill.ts'
import { fadeOut, type PaintFade } from '../../paint/fade-out.ts'
import { drawCard } from '../../paint/shapes.ts'
import type { LookLayout } from '../layout/lay-out.ts'
import { toPx } from '../layout/place-box.ts'
import type { PlacedLayer } from '../layout/placed-layer.ts'
import { bindColour, bindNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindColours, fillWith } from './grounds.ts'
import { bindMotion, calmRed, findLargest, growBox, SHARE, SHIFT, shrinkScale } from './motion.ts'

const CARD_RADIUS = 20

/** The cover in a box: as it is, as a card, or as a disc. */
export function drawPicture(layer: ResolvedOf<'picture'>, box: Box, scene: LookScene): Layer[] {
  const calm = { ...layer, scale: calmRed(layer.scale, scene.cover) }
  const motion = bindMotion(calm, scene)
  const largest = findLargest(calm, scene)
  const painted = growBox(box, motion.anchor, largest)
  const painting = paint(painted, (ctx, { width, height }) =>
    paintCover(ctx, layer, { width, height, unit: scene.unit * largest }, scene),
  )
  const scale = shrinkScale(motion.scale, largest)
  return [sprite(painting, { ...motion, ...(scale !== undefined && { scale }) })]
}

type PictureForm = { width: number; height: number; unit: number }

function paintCover(
  ctx: SKRSContext2D,
  { form = 'PLAIN', radius, fade }: ResolvedOf<'picture'>,
  { width, height, unit }: PictureForm,
  { cover, isMirrored }: LookScene,
): void {
  const edge = fade && readFade(fade, { width, height, unit }, isMirrored)
  if (form === 'CARD') {
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, (radius ?? CARD_RADIUS) * unit)
  } else {
    if (form === 'DISC' || radius) {
      const corner = form === 'DISC' ? Math.min(width, height) / 2 : (radius ?? 0) * unit
      ctx.beginPath()
      ctx.roundRect(0, 0, width, height, Math.min(corner, width / 2, height / 2))
      ctx.clip()
    }
    const part = cropToFill(cover, { width, height }, edge ? { seen: edge.seen } : {})
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, part.x, part.y, part.width, part.height, 0, 0, width, height)
  }
  if (edge) fadeOut(ctx, edge)
}

type FadeEdge = PaintFade & { seen: Box }

/** Where the picture is gone and where all of it is there, along one side; `seen` is what is more seen than not. */
function readFade(
  fade: NonNullable<ResolvedOf<'picture'>['fade']>,
  { width, height, unit }: PictureForm,
  isMirrored: boolean,
): FadeEdge {
  const axis = fade.side === 'TOP' || fade.side === 'BOTTOM' ? 'y' : 'x'
  const along = axis === 'y' ? height : width
  const isEnd = axis === 'y' ? fade.side === 'BOTTOM' : (fade.side === 'END') !== isMirrored
  const gone = toPx(fade.gone ?? 0, along, unit)
  const full = Math.max(gone + 1, toPx(fade.full, along, unit))
  const middle = Math.min(1, (gone + full) / 2 / along)
  const [from, length] = isEnd ? [0, 1 - middle] : [middle, 1 - middle]
  const shown = Math.max(0.05, length)
  const seen =
    axis === 'y' ? { x: 0, y: from, width: 1, height: shown } : { x: from, y: 0, width: shown, height: 1 }
  return isEnd ? { axis, gone: along - gone, full: along - full, seen } : { axis, gone, full, seen }
}

/** A box or an oval, filled or as an outline. */
export function drawShape(layer: ResolvedOf<'shape'>, box: Box, scene: LookScene): Layer[] {
  const motion = bindMotion(layer, scene)
  const largest = findLargest(layer, scene)
  const painted = growBox(box, motion.anchor, largest)
  const colours = bindColours(layer.colours, scene)
  const { form = 'BOX', radius = 0, outline, direction } = layer
  const unit = scene.unit * largest
  const painting = paint(painted, (ctx, { width, height }) => {
    const line = outline === undefined ? 0 : Math.min(outline * unit, width / 2, height / 2)
    traceForm(
      ctx,
      { x: line / 2, y: line / 2, width: width - line, height: height - line },
      { form, radius: radius * unit },
    )
    fillWith(ctx, colours, { width, height, direction })
    if (outline === undefined) return ctx.fill()
    ctx.strokeStyle = ctx.fillStyle
    ctx.lineWidth = line
    ctx.stroke()
  })
  const scale = shrinkScale(motion.scale, largest)
  const reveal = bindNumber(layer.reveal, SHARE, scene)
  return [
    sprite(painting, {
      ...motion,
      ...(scale !== undefined && { scale }),
      // A turned painting has no straight edge to be revealed by.
      ...(reveal !== undefined && motion.rotation === undefined && { reveal }),
      revealFrom: scene.isMirrored ? 'RIGHT' : 'LEFT',
    }),
  ]
}

function traceForm(
  ctx: SKRSContext2D,
  { x, y, width, height }: Box,
  { form, radius }: { form: 'BOX' | 'OVAL'; radius: number },
): void {
  ctx.beginPath()
  if (form === 'OVAL') ctx.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 7)
  else ctx.roundRect(x, y, width, height, Math.max(0, Math.min(radius, width / 2, height / 2)))
}

/** Soft light, or in a dark colour shadow, around another layer or in a place of its own. */
export function drawGlow(placed: PlacedLayer, scene: LookScene, { find }: LookLayout): Layer[] {
  const layer = placed.layer as ResolvedOf<'glow'>
  const { unit } = scene
  const around = layer.around === undefined ? undefined : find(layer.around)
  const { box } = placed
  const isPlayhead = layer.follows === 'PLAYHEAD'
  // A lamp as high as the layer that it travels along, with its middle where that begins.
  const lampBox = isPlayhead ? { ...box, x: box.x - box.height / 2, width: box.height } : box
  const lamp = paintLamp(layer, isPlayhead ? undefined : around, lampBox, unit)
  const x = isPlayhead
    ? (frame: Frame) => box.width * frame.position
    : bindNumber(layer.x, SHIFT, scene, scene.isMirrored ? -unit : unit)
  const y = bindNumber(layer.y, SHIFT, scene, unit)
  const scale = bindNumber(layer.scale, { least: 0.5, most: 3 }, scene)
  return [
    glow(lamp.shape, {
      colour: bindColour(layer.colour ?? 'ACCENT', scene),
      strength: bindNumber(layer.strength, SHARE, scene) ?? 0.5,
      spread: (layer.spread ?? 80) * unit,
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
      ...(scale !== undefined && { scale }),
    }),
  ]
}

/** The outline that gives light: that of a picture or shape, else a box or an oval. */
function paintLamp(
  { form }: ResolvedOf<'glow'>,
  around: PlacedLayer | undefined,
  box: Box,
  unit: number,
): Painting {
  const other = around?.layer
  const isRound =
    other?.kind === 'ring' ||
    (other?.kind === 'picture' && other.form === 'DISC') ||
    (other?.kind === 'shape' && other.form === 'OVAL')
  const radius = other && 'radius' in other ? (other.radius ?? 0) : 0
  const own = { form: form ?? (isRound || !other ? 'OVAL' : 'BOX'), radius: radius * unit }
  return paint(box, (ctx, { width, height }) => {
    ctx.fillStyle = '#ffffff'
    traceForm(ctx, { x: 0, y: 0, width, height }, own)
    ctx.fill()
  })
}
