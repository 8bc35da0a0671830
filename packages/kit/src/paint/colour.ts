/** Red, green and blue, 0 to 255, in sRGB. */
export type Rgb = readonly [number, number, number]

/** OKLab: lightness 0..1, and two opponent axes. Distances here look even to the eye. */
export type Oklab = readonly [number, number, number]

/** OKLab in polar form; hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number }

/** Reads one pixel out of rows of red, green, blue and perhaps opacity. */
export function readRgb(pixels: Uint8ClampedArray | Uint8Array, at: number): Rgb {
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
}

/** Reads `#rgb` or `#rrggbb`. */
export function parseHex(hex: string): Rgb {
  const digits = hex.replace('#', '')
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  if (!/^[0-9a-f]{6}$/i.test(long)) throw new RangeError(`"${hex}" is not a colour such as #1e90ff.`)
  const value = Number.parseInt(long, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Writes `#rrggbb`. */
export function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** A colour with opacity, for `fillStyle`. */
export function withAlpha(hex: string, alpha: number): string {
  const [red, green, blue] = parseHex(hex)
  return `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * 1000) / 1000})`
}

/** sRGB to OKLab (Ottosson 2020). */
export function toOklab(rgb: Rgb): Oklab {
  const red = toLinear(rgb[0])
  const green = toLinear(rgb[1])
  const blue = toLinear(rgb[2])
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** OKLab in polar form. */
export function toOklch([lightness, a, b]: Oklab): Oklch {
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** Nearest sRGB colour of the same lightness and hue: what sRGB cannot show loses chroma, nothing else. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  const a = Math.cos(hue)
  const b = Math.sin(hue)
  const at = (share: number) => toLinearRgb([lightness, a * chroma * share, b * chroma * share])
  let linear = at(1)
  if (!isInGamut(linear)) {
    let low = 0
    let high = 1
    for (let step = 0; step < 16; step++) {
      const middle = (low + high) / 2
      if (isInGamut(at(middle))) low = middle
      else high = middle
    }
    linear = at(low)
  }
  const [red, green, blue] = linear
  return toHex([toGamma(red), toGamma(green), toGamma(blue)])
}

/** A hex colour in polar OKLab. */
export function hexToOklch(hex: string): Oklch {
  return toOklch(toOklab(parseHex(hex)))
}

/** A hue in degrees, from 0 to 360. */
export function toDegrees(hue: number): number {
  return ((((hue * 180) / Math.PI) % 360) + 360) % 360
}

/** From one hue to another, the shorter way, in radians. */
export function turnTo(hue: number, other: number): number {
  return Math.atan2(Math.sin(other - hue), Math.cos(other - hue))
}

/** A hue as colours hold it, from degrees. */
export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** A colour between two, mixed in OKLab so that no grey valley lies between them. */
export function mixColours(from: string, to: string, amount: number): string {
  const start = toOklab(parseHex(from))
  const end = toOklab(parseHex(to))
  const mix = (axis: 0 | 1 | 2) => start[axis] + (end[axis] - start[axis]) * amount
  return fromOklch(toOklch([mix(0), mix(1), mix(2)]))
}

/** WCAG 2 relative luminance. */
export function luminance(rgb: Rgb): number {
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2])
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: string, second: string): number {
  const a = luminance(parseHex(first))
  const b = luminance(parseHex(second))
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** What a translucent colour over another looks like; the way canvas and video blend it. */
export function blendOver(over: string, under: string, alpha: number): string {
  const top = parseHex(over)
  const bottom = parseHex(under)
  const blend = (axis: 0 | 1 | 2) => top[axis] * alpha + bottom[axis] * (1 - alpha)
  return toHex([blend(0), blend(1), blend(2)])
}

/** Linear light of a channel; that of whole values, as pixels have them, is known. */
function toLinear(value: number): number {
  return value === (value & 255) ? LINEAR[value]! : computeLinear(value)
}

function computeLinear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => computeLinear(value))

function toGamma(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear))
  return 255 * (clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055)
}

function toLinearRgb([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isInGamut(linear: Rgb): boolean {
  return linear.every((value) => value >= -0.0005 && value <= 1.0005)
}
