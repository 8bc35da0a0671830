import type { SKRSContext2D } from '@napi-rs/canvas'
import { ownLogo } from '../../brand/own-logo.ts'
import type { Layer } from '../../compose/layer.ts'
import type { Box } from '../../geometry.ts'
import { paint } from '../../layers/paint.ts'
import { sprite } from '../../layers/sprite.ts'
import type { Cover } from '../../paint/create-cover.ts'
import { cropToFill } from '../../paint/crop-to-fill.ts'
import { fadeOut, type PaintFade } from '../../paint/fade-out.ts'
import type { Photo } from '../../paint/photo.ts'
import { drawCard } from '../../paint/shapes.ts'
import { toPx } from '../layout/place-box.ts'
import type { LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { bindMotion, calmRed, findLargest, growBox, type MovedLayer, shrinkScale } from './motion.ts'

const CARD_RADIUS = 20

/** The cover, the artist's photograph or the brand's logo in a box. */
export function drawPicture(layer: ResolvedOf<'picture'>, box: Box, scene: LookScene): Layer[] {
  if (layer.source === 'LOGO') return drawOwnLogo(layer, box, scene)
  const picture = (layer.source === 'ARTIST' ? scene.photo : undefined) ?? scene.cover
  const calm = { ...layer, scale: calmRed(layer.scale, picture) }
  return paintMoving(calm, box, scene, (ctx, form) => paintPicture(ctx, layer, form, { picture, ...scene }))
}

/** All of it inside of its box, as large as it becomes. */
function drawOwnLogo(layer: ResolvedOf<'picture'>, box: Box, scene: LookScene): Layer[] {
  const motion = bindMotion(layer, scene)
  const largest = findLargest(layer, scene)
  const scale = shrinkScale(motion.scale, largest)
  const props = { ...motion, ...(scale !== undefined && { scale }) }
  return ownLogo(scene, layer.path, growBox(box, motion.anchor, largest), props)
}

type PictureForm = { width: number; height: number; unit: number }

/** Paints something as large as it becomes, and moves it. */
function paintMoving(
  layer: MovedLayer,
  box: Box,
  scene: LookScene,
  draw: (ctx: SKRSContext2D, form: PictureForm) => void,
): Layer[] {
  const motion = bindMotion(layer, scene)
  const largest = findLargest(layer, scene)
  const painting = paint(growBox(box, motion.anchor, largest), (ctx, { width, height }) =>
    draw(ctx, { width, height, unit: scene.unit * largest }),
  )
  const scale = shrinkScale(motion.scale, largest)
  return [sprite(painting, { ...motion, ...(scale !== undefined && { scale }) })]
}

/** As it is, as a card, or as a disc. */
function paintPicture(
  ctx: SKRSContext2D,
  { form = 'PLAIN', radius, fade }: ResolvedOf<'picture'>,
  { width, height, unit }: PictureForm,
  { picture, isMirrored }: { picture: Cover | Photo; isMirrored: boolean },
): void {
  const edge = fade && readFade(fade, { width, height, unit }, isMirrored)
  if (form === 'CARD') {
    drawCard(ctx, picture, { x: 0, y: 0, width, height }, (radius ?? CARD_RADIUS) * unit)
  } else {
    if (form === 'DISC' || radius) {
      const corner = form === 'DISC' ? Math.min(width, height) / 2 : (radius ?? 0) * unit
      ctx.beginPath()
      ctx.roundRect(0, 0, width, height, Math.min(corner, width / 2, height / 2))
      ctx.clip()
    }
    const part = cropToFill(picture, { width, height }, edge ? { seen: edge.seen } : {})
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(picture.image, part.x, part.y, part.width, part.height, 0, 0, width, height)
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
