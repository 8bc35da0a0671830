import {
  type Box,
  type Cover,
  clamp01,
  findSubject,
  mix,
  type PaintPicture,
  parseHex,
  type Theme,
} from '@songreel/kit'
import { spreadTones } from './tones.ts'

/** How heavy letters are at least and at most; between them, how much of the tones' range goes to the lights. */
const HEAVINESS: Record<Theme, { least: number; most: number; gamma: number }> = {
  DARK: { least: 0.1, most: 0.9, gamma: 1.05 },
  LIGHT: { least: 0.12, most: 0.8, gamma: 1.1 },
}
/** What does not belong to the subject is lighter in weight, and partly in one ink. */
const BEHIND = { weight: 0.8, ink: 0.12 }

/** Paints the cover at its place for letters, in the picture's box: its colours as ink, and how heavy they are as opacity. */
export function inkCover(cover: Cover, place: Box, box: Box): PaintPicture {
  return (ctx, size) => {
    const x = Math.floor(box.x)
    const y = Math.floor(box.y)
    const inner = {
      width: Math.min(size.width, Math.ceil(box.x + box.width)) - x,
      height: Math.min(size.height, Math.ceil(box.y + box.height)) - y,
    }
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, place.x, place.y, place.width, place.height)
    const picture = ctx.getImageData(x, y, inner.width, inner.height)
    ctx.clearRect(0, 0, size.width, size.height)
    const { data } = picture
    const tones = spreadTones(data, inner)
    const { theme } = cover.palette
    const weights = listWeights(theme)
    const quiet = parseHex(cover.palette.muted)
    const stands = createSight(cover, { ...place, x: place.x - x, y: place.y - y })
    for (let row = 0, i = 0; row < inner.height; row++) {
      for (let column = 0; column < inner.width; column++, i++) {
        const tone = tones[i]!
        const subject = stands(column, row)
        mixInk(data, 4 * i, theme === 'DARK' ? 140 + 115 * tone : 40 + 100 * tone, {
          quiet,
          share: BEHIND.ink * (1 - subject),
        })
        data[4 * i + 3] = weights[Math.round(255 * tone)]! * mix(BEHIND.weight, 1, subject)
      }
    }
    ctx.putImageData(picture, x, y)
  }
}

/** How much a place of the picture belongs to the subject, 0 to 1, softly; 1 all over where nothing stands out. */
function createSight(cover: Cover, place: Box): (x: number, y: number) => number {
  const { columns, rows, weights, box } = findSubject(cover.salience)
  if (!box) return () => 1
  const marks = soften(
    Float32Array.from(weights, (weight) => (weight > 0 ? 1 : 0)),
    columns,
    rows,
  )
  return (x, y) => {
    const across = Math.max(0, Math.min(columns - 1.001, ((x - place.x) / place.width) * columns - 0.5))
    const down = Math.max(0, Math.min(rows - 1.001, ((y - place.y) / place.height) * rows - 0.5))
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [partX, partY] = [across - column, down - row]
    const at = row * columns + column
    const upper = marks[at]! * (1 - partX) + marks[at + 1]! * partX
    const lower = (marks[at + columns] ?? 0) * (1 - partX) + (marks[at + columns + 1] ?? 0) * partX
    return clamp01(upper * (1 - partY) + lower * partY)
  }
}

/** Each mark goes over to its neighbours, growing a little. */
function soften(marks: Float32Array, columns: number, rows: number): Float32Array {
  return marks.map((_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y++) {
      for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x++, count++)
        sum += marks[y * columns + x]!
    }
    return Math.min(1, (1.8 * sum) / count)
  })
}

/** How heavy letters are for each of 256 tones, up to 255. */
function listWeights(theme: Theme): Float32Array {
  const { least, most, gamma } = HEAVINESS[theme]
  return Float32Array.from({ length: 256 }, (_, tone) => {
    const heavy = (theme === 'DARK' ? tone / 255 : 1 - tone / 255) ** gamma
    return 255 * (least + (most - least) * heavy)
  })
}

/** Letters keep the cover's hue, at the level of their strongest channel: bright on a dark ground, deep on a light one. */
function mixInk(
  pixels: Uint8ClampedArray,
  at: number,
  level: number,
  { quiet, share }: { quiet: readonly number[]; share: number },
): void {
  // Near black, hue is noise: a little grey keeps it quiet.
  const red = pixels[at]! + 10
  const green = pixels[at + 1]! + 10
  const blue = pixels[at + 2]! + 10
  const gain = level / Math.max(red, green, blue)
  const plain = level / Math.max(...quiet, 1)
  pixels[at] = mix(red * gain, quiet[0]! * plain, share)
  pixels[at + 1] = mix(green * gain, quiet[1]! * plain, share)
  pixels[at + 2] = mix(blue * gain, quiet[2]! * plain, share)
}
