import type { Layer } from '../compose/layer.ts'
import type { Size } from '../geometry.ts'
import { drawText, fitText } from '../paint/text.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'

const LABEL = 'Songreel preview'

/** A small label above everything, for videos made with a test token. */
export function watermark({ width, height }: Size): Layer {
  const unit = Math.min(width, height) / 1080
  const label = { width: 268 * unit, height: 56 * unit }
  const margin = 36 * unit
  const box = { x: width - margin - label.width, y: margin, ...label }
  const painting = paint(box, (ctx) => {
    ctx.fillStyle = 'rgba(0, 0, 0, 0.45)'
    ctx.beginPath()
    ctx.roundRect(0, 0, label.width, label.height, label.height / 2)
    ctx.fill()
    const inner = { width: label.width - label.height, height: label.height }
    const style = { font: 'MODERN', role: 'TEXT', maxSizePx: 26 * unit, maxLines: 1 } as const
    const layout = fitText(LABEL, inner, { ...style, align: 'CENTER', anchor: 'MIDDLE' })
    drawText(ctx, layout, label.height / 2, 0, '#f2f2f2')
  })
  return sprite(painting)
}
