import { type Box, type Cover, clamp01, cropToFill, hexToOklch, toHex } from '@songreel/kit'

/** What the cover shows at a place of the frame. */
export function readColours(cover: Pick<Cover, 'width' | 'height' | 'picture'>, box: Box) {
  const { pixels, width, height } = cover.picture
  const crop = cropToFill(cover, box)
  return (x: number, y: number): string => {
    const across = clamp01((crop.x + ((x - box.x) / box.width) * crop.width) / cover.width)
    const down = clamp01((crop.y + ((y - box.y) / box.height) * crop.height) / cover.height)
    const row = Math.min(height - 1, Math.floor(down * height))
    const at = 4 * (row * width + Math.min(width - 1, Math.floor(across * width)))
    return toHex([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
  }
}

/** Colours that differ by less than this are one in flight. */
const LEAST = { lightness: 0.09, chroma: 0.07 }

/** Whether a piece of this colour is seen on this ground. */
export function standsOut(colour: string, ground: string): boolean {
  const [own, under] = [hexToOklch(colour), hexToOklch(ground)]
  const isLighter = Math.abs(own.lightness - under.lightness) > LEAST.lightness
  return isLighter || Math.abs(own.chroma - under.chroma) > LEAST.chroma
}
