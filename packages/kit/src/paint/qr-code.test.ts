import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { createQrCode, drawQrCode } from './qr-code.ts'

test('a drawn code says what was asked, at any size of its box and for any text', async () => {
  const texts = [
    'https://example.com/s/infinite-sea',
    `https://example.com/${'a1-'.repeat(60)}?q=ß✓`,
    'HTTPS://EXAMPLE.COM/1',
  ]
  for (const text of texts) {
    for (const sidePx of [240, 331.5]) {
      const code = await createQrCode(text)
      const canvas = createCanvas(400, 400)
      const ctx = canvas.getContext('2d')
      ctx.fillStyle = '#301030'
      ctx.fillRect(0, 0, 400, 400)
      drawQrCode(ctx, code, { x: 30.4, y: 20.7, width: sidePx, height: sidePx }, 16)
      const { data } = ctx.getImageData(0, 0, 400, 400)
      assert.equal(jsQR.default(data, 400, 400)?.data, text)
    }
  }
})
