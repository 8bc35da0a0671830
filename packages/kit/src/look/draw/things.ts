import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Frame } from '../../compose/frame.ts'
import type { Layer } from '../../compose/layer.ts'
import type { Painting } from '../../compose/painting.ts'
import type { Box } from '../../geometry.ts'
import { glow } from '../../layers/glow.ts'
import { paint } from '../../layers/paint.ts'
import { sprite } from '../../layers/sprite.ts'
import type { LookLayout } from '../layout/lay-out.ts'
import type { PlacedLayer } from '../layout/placed-layer.ts'
import { bindColour, bindNumber, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindColours, fillWith } from './grounds.ts'
import { bindMotion, findLargest, growBox, SHARE, SHIFT, shrinkScale } from './motion.ts'

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
