import type { FontStyle, Size } from '@songreel/kit'

/** What there is to say; only number and date are always there. */
export type Words = {
  number: string
  unit: string
  date: string
  cta: string
  link: string
  kicker: string
  title: string
  artist: string
}

/** How it is said, and whose logo stands below it. */
export type Wording = { words: Words; font: FontStyle; isMirrored: boolean; logo?: Size | undefined }

/** No word is smaller, as long as its place holds it. */
export const LEAST_PX = 32

/** Type of what is read, and of what is seen from afar. */
export function smallStyle(wording: Wording) {
  return { ...baseStyle(wording), role: 'TEXT', minSizePx: LEAST_PX, maxLines: 1 } as const
}

export function largeStyle(wording: Wording) {
  return { ...baseStyle(wording), role: 'DISPLAY', minSizePx: 20, lineHeight: 1 } as const
}

function baseStyle({ font, isMirrored }: Wording) {
  return { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
}
