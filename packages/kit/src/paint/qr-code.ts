import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'

/** The modules of a QR code, row by row, with the white margin that readers need; true is dark. */
export type QrCode = readonly (readonly boolean[])[]

const MARGIN_MODULES = 4

/** Encodes a text so that a seventh of the code may be lost. The encoder is loaded only where a code is wanted. */
export async function createQrCode(text: string): Promise<QrCode> {
  const { encodeQR } = await import('qr')
  return encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN_MODULES })
}

/** Draws a code on its white ground into a square box; modules are whole pixels, so that each stays sharp. */
export function drawQrCode(ctx: SKRSContext2D, code: QrCode, box: Box, radius = 0): void {
  const modulePx = Math.max(1, Math.floor(box.width / code.length))
  const left = Math.round(box.x + (box.width - code.length * modulePx) / 2)
  const top = Math.round(box.y + (box.height - code.length * modulePx) / 2)
  ctx.fillStyle = '#ffffff'
  ctx.beginPath()
  ctx.roundRect(box.x, box.y, box.width, box.height, Math.min(radius, MARGIN_MODULES * modulePx))
  ctx.fill()
  ctx.fillStyle = '#000000'
  for (const [row, modules] of code.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) ctx.fillRect(left + column * modulePx, top + row * modulePx, modulePx, modulePx)
    }
  }
}
