import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { drawExtended } from './extend-picture.ts'
import { placeInside } from './frame-layout.ts'
import { findKeepingCrop } from './keep-subject.ts'
import { drawFilling } from './shapes.ts'

/** Fills a box with the cover; one whose subject that would cut stands whole in it and goes on beyond its edges. */
export function drawKeeping(ctx: SKRSContext2D, cover: Cover, box: Box): void {
  if (findKeepingCrop(cover, box)) {
    drawFilling(ctx, cover, box)
    return
  }
  ctx.save()
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  drawExtended(ctx, cover.image, placeInside(box, cover.width / cover.height), box)
  ctx.restore()
}
