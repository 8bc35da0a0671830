import { readFont } from '../brand/read-font.ts'
import type { MediaFacts } from './media-facts.ts'

/** A font's facts after a letter was really drawn with it. */
export async function probeFont(path: string): Promise<MediaFacts> {
  const {
    path: _,
    sha256: __,
    sample: ___,
    isHandwriting: ____,
    hairline: _____,
    ...font
  } = await readFont(path)
  return { kind: 'FONT', codec: font.format.toLowerCase(), font }
}
