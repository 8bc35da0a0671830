import { chooseInk, type Palette } from '@songreel/kit'
import { LEAK_CONTRAST } from './light-leak.ts'

/** Type, the quote's words at rest, and the mark that opens it. */
export type Ink = { text: string; rest: string; accent: string }

/** Words at rest are a clear step darker than the one that is read. */
const REST_CONTRAST = 5

/** One rule on every cover: the word that is read is the brightest. The mark has the cover's colour, where it has one. */
export function inkQuote(palette: Palette): Ink {
  const { text } = palette
  const wish = { groundContrast: LEAK_CONTRAST, quietContrast: REST_CONTRAST }
  const { accent, quiet, isColourful } = chooseInk(palette, wish)
  return { text, rest: quiet, accent: isColourful ? accent : text }
}
