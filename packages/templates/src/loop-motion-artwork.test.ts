import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { LIVING_STYLES, planFilling, type Size } from '@songreel/kit'
import { createCover } from '@songreel/kit/drawing'
import type { CoverData } from '@songreel/kit/input'
import { sizeShape } from '@songreel/render'
import { planRehearsal, rehearse } from '@songreel/render/authoring'
import { loadTemplates } from './load-templates.ts'

const WINDOW = 8

test('the first frame is the cover itself, in every style; in 3x4 it fills the frame, cropped around its subject', async () => {
  const { url } = (await loadTemplates()).get('LOOP_MOTION_ARTWORK') ?? assert.fail('it is not there')
  const song = { title: 'Sea', artist: 'Aury', album: 'Tides' }
  for (const shape of ['1x1', '3x4']) {
    for (const style of LIVING_STYLES) {
      const rehearsal = {
        templateUrl: url,
        size: sizeShape(shape, 240),
        song,
        data: { loopStyle: style },
        cover: 'LANTERN',
      } as const
      const scene = await rehearse(rehearsal)
      const luma = scene.drawLuma(0)
      scene.close()
      const { cover } = await planRehearsal(rehearsal)
      const wanted = readLuma(cover, rehearsal.size)
      const likeness = measureSsim(luma, wanted, rehearsal.size.width)
      assert.ok(likeness >= 0.98, `${shape} ${style}: SSIM ${likeness}`)
    }
  }
})

/** The cover where it is planned to lie, in BT.709 of limited range, as frames have it. */
function readLuma(data: CoverData, { width, height }: Size): Uint8Array {
  const cover = createCover(data)
  const ctx = createCanvas(width, height).getContext('2d')
  const place = planFilling(cover, { width, height })
  assert.ok(place.x <= 1e-6 && place.y <= 1e-6 && place.height >= height - 1e-6, 'the cover fills the frame')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cover.image, place.x, place.y, place.width, place.height)
  const pixels = ctx.getImageData(0, 0, width, height).data
  return Uint8Array.from({ length: pixels.length / 4 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3)
    return Math.round(16 + (219 / 255) * (0.2126 * red + 0.7152 * green + 0.0722 * blue))
  })
}

/** Structural similarity over windows side by side (Wang 2004). */
function measureSsim(a: Uint8Array, b: Uint8Array, width: number): number {
  const rows = Math.floor(a.length / width / WINDOW)
  const columns = Math.floor(width / WINDOW)
  let sum = 0
  for (let window = 0; window < rows * columns; window++) {
    const from = Math.floor(window / columns) * WINDOW * width + (window % columns) * WINDOW
    const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 }
    for (let i = 0; i < WINDOW * WINDOW; i++) {
      const at = from + Math.floor(i / WINDOW) * width + (i % WINDOW)
      const [p, q] = [a[at] ?? 0, b[at] ?? 0]
      sums.a += p
      sums.b += q
      sums.aa += p * p
      sums.bb += q * q
      sums.ab += p * q
    }
    const n = WINDOW * WINDOW
    const [meanA, meanB] = [sums.a / n, sums.b / n]
    const [varA, varB] = [sums.aa / n - meanA ** 2, sums.bb / n - meanB ** 2]
    const covariance = sums.ab / n - meanA * meanB
    const light = (2 * meanA * meanB + 6.5) / (meanA ** 2 + meanB ** 2 + 6.5)
    sum += (light * (2 * covariance + 58.5)) / (varA + varB + 58.5)
  }
  return sum / (rows * columns)
}
