import { parseHex } from '../paint/colour.ts'

/** A colour as the planes hold it: BT.709, limited range. */
export type Yuv = { readonly y: number; readonly u: number; readonly v: number }

/** Whether two colours are the same; none is the same as none. */
export function isSameYuv(a?: Yuv, b?: Yuv): boolean {
  return a?.y === b?.y && a?.u === b?.u && a?.v === b?.v
}

const known = new Map<string, Yuv>()

/** The plane values of a `#rrggbb` colour, rounded. */
export function toYuv(colour: string): Yuv {
  let yuv = known.get(colour)
  if (!yuv) {
    const exact = toExactYuv(colour)
    yuv = { y: Math.round(exact.y), u: Math.round(exact.u), v: Math.round(exact.v) }
    // A template may fade through many colours; the memory of them must not grow with the video.
    if (known.size >= 4096) known.clear()
    known.set(colour, yuv)
  }
  return yuv
}

/** The plane values of a `#rrggbb` colour, with fractions. */
export function toExactYuv(colour: string): Yuv {
  const [r, g, b] = parseHex(colour)
  return {
    y: 16 + 0.182586 * r + 0.614231 * g + 0.062007 * b,
    u: 128 - 0.100644 * r - 0.338572 * g + 0.439216 * b,
    v: 128 + 0.439216 * r - 0.398942 * g - 0.040274 * b,
  }
}
