import { AV_PIX_FMT_BGRA, AV_PIX_FMT_YUV422P10LE } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

/** The share of the picture that must be bright for it to count: a few stray pixels are no picture. */
const BRIGHT_SHARE = 0.001

/** How bright (0..1) the brightest thousandth of a decoded frame is; RGB frames are read by their strongest channel. */
export function readLumaPeak(frame: Frame): number {
  const plane = frame.data![0]!
  const isTenBit = frame.format === AV_PIX_FMT_YUV422P10LE
  const hasAlpha = frame.format === AV_PIX_FMT_BGRA
  const step = isTenBit ? 2 : 1
  const counts = new Uint32Array(256)
  let total = 0
  for (let at = 0; at + step <= plane.length; at += step * 7) {
    if (hasAlpha && at % 4 === 3) continue
    const value = isTenBit ? plane.readUInt16LE(at) >> 2 : plane[at]!
    counts[Math.min(255, value)]!++
    total++
  }
  let bright = 0
  for (let value = 255; value > 0; value--) {
    bright += counts[value]!
    if (bright >= total * BRIGHT_SHARE) return value / 255
  }
  return 0
}
