import { contrast, fromOklch, hexToOklch, mix, mixColours, type Palette, toGroundTone } from '@songreel/kit'
import { LEAK_CONTRAST } from './light-leak.ts'

/** Type, and the word that the beat has come to. */
export type Ink = { text: string; accent: string }

const ACCENT_CONTRAST = 4.7

/** The accent, as light as it must be to be read on the brightest light that type stands on. */
export function chooseInk({ text, accent, background }: Palette): Ink {
  const ground = toGroundTone(mixColours(background, text, 0.5), text, LEAK_CONTRAST)
  const own = hexToOklch(accent)
  const goal = hexToOklch(text).lightness
  const lifted = Array.from({ length: 50 }, (_, i) =>
    fromOklch({ ...own, lightness: mix(own.lightness, goal, i / 50) }),
  )
  return { text, accent: lifted.find((colour) => contrast(colour, ground) >= ACCENT_CONTRAST) ?? text }
}
