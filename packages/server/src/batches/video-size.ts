import type { OutputQuality } from '@songreel/contract'

/** Short side of the picture in pixels, by quality. */
const SHORT_SIDE = { PREVIEW: 360, HD: 720, FULL: 1080, ULTRA: 2160 } as const satisfies Record<
  OutputQuality,
  number
>

/** Width and height of a video; both are even, because 4:2:0 pictures have one colour sample for two by two pixels. */
export function sizeOf(aspectRatio: string, quality: OutputQuality): { width: number; height: number } {
  const [across, down] = aspectRatio.split('x').map(Number)
  const short = SHORT_SIDE[quality]
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2)
  return across >= down ? { width: long, height: short } : { width: short, height: long }
}

/** Whether two names mean the same shape: 32x18 is 16x9. */
export function isSameRatio(a: string, b: string): boolean {
  const [aAcross, aDown] = a.split('x').map(Number)
  const [bAcross, bDown] = b.split('x').map(Number)
  return aAcross * bDown === bAcross * aDown
}
