import { contrast, fromOklch, hexToOklch, type Oklch } from './colour.ts'
import { mix, smoothstep } from './easing.ts'

const STEPS = 10
/** Dark orange is brown and dark yellow is olive: from this lightness down, hues between these turn towards the first. */
const WARM = { from: 0.42, to: 2.1, light: 0.62, dark: 0.34 }
/** So much of the way they go. */
const TURN = 0.7

/**
 * The colour as a ground for type of another: its own lightness where that is readable, else the nearest at which the
 * type has this contrast. Hue and strength stay, so that a ground may move through many colours and never lose its type;
 * only what would get muddy in the dark becomes redder.
 */
export function toGroundTone(colour: string, text: string, ratio: number): string {
  if (contrast(text, colour) >= ratio) return colour
  const own = hexToOklch(colour)
  // Away from the type: to black under light type, to white under dark type.
  let [good, bad] = [hexToOklch(text).lightness > 0.5 ? 0 : 1, own.lightness]
  for (let step = 0; step < STEPS; step++) {
    const lightness = (good + bad) / 2
    if (contrast(text, darken(own, lightness)) >= ratio) good = lightness
    else bad = lightness
  }
  return darken(own, good)
}

function darken(own: Oklch, lightness: number): string {
  const { from, to, light, dark } = WARM
  const hue = Math.atan2(Math.sin(own.hue), Math.cos(own.hue))
  if (hue <= from || hue >= to) return fromOklch({ ...own, lightness })
  // The nearer to green, the less: nothing jumps where the range ends.
  const share = TURN * smoothstep(light, dark, lightness) * smoothstep(to, from + 0.6 * (to - from), hue)
  return fromOklch({ ...own, lightness, hue: mix(hue, from, share) })
}
