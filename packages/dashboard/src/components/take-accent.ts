const SAMPLE = 24
const LEAST_CHROMA = 0.05
/** Less would look like dirt on a button. */
const VIVID_CHROMA = 0.15
const MOST_CHROMA = 0.21

/** Takes the accent from a cover or poster: its most colourful hue. What is grey leaves the accent as it is. */
export async function takeAccent(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = new OffscreenCanvas(SAMPLE, SAMPLE)
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE)
  const found = findHue(context.getImageData(0, 0, SAMPLE, SAMPLE).data)
  if (!found) return
  const { style } = document.documentElement
  style.setProperty('--accent-hue', found.hue.toFixed(1))
  style.setProperty('--accent-chroma', Math.min(MOST_CHROMA, Math.max(VIVID_CHROMA, found.chroma)).toFixed(3))
}

/** The mean of all pixels in OKLab, each counted by how colourful it is, so that grey grounds do not count. */
function findHue(pixels: Uint8ClampedArray): { hue: number; chroma: number } | undefined {
  let [sumA, sumB, weight] = [0, 0, 0]
  for (let index = 0; index < pixels.length; index += 4) {
    const [a, b] = toOklab(pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0)
    const share = (a * a + b * b) ** 1.5
    sumA += a * share
    sumB += b * share
    weight += share
  }
  const chroma = Math.hypot(sumA, sumB) / (weight || 1)
  if (chroma < LEAST_CHROMA) return undefined
  return { hue: ((Math.atan2(sumB, sumA) * 180) / Math.PI + 360) % 360, chroma }
}

/** The two colour axes of OKLab (Björn Ottosson, 2020). */
function toOklab(red: number, green: number, blue: number): [a: number, b: number] {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toLinear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
