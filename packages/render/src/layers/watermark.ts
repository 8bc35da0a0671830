import type { Size } from '../compose/geometry.ts'
import type { Layer } from '../compose/stage.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'

const LABEL = 'SONGREEL PREVIEW'

/** A small label above everything, for videos made with a test token. */
export function watermark({ width, height }: Size): Layer {
  const unit = Math.min(width, height) / 1080
  const fontPx = Math.max(9, 26 * unit)
  const label = { width: fontPx * 12.4, height: fontPx * 2.1 }
  const margin = 40 * unit
  const box = { x: width - margin - label.width, y: margin, ...label }
  const painting = paint(box, (ctx) => {
    ctx.fillStyle = 'rgba(0, 0, 0, 0.42)'
    ctx.beginPath()
    ctx.roundRect(0, 0, label.width, label.height, label.height / 2)
    ctx.fill()
    ctx.font = `600 ${fontPx}px Inter, sans-serif`
    ctx.letterSpacing = `${fontPx * 0.06}px`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillStyle = 'rgba(255, 255, 255, 0.9)'
    ctx.fillText(LABEL, label.width / 2, label.height * 0.53)
  })
  return sprite(painting)
}
