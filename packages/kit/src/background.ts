/** What may lie behind a look: the cover, in the way the look was made for; the song's videos; the artist's photograph. */
export const BACKGROUNDS = ['COVER', 'VIDEOS', 'ARTIST'] as const

/** One of the backgrounds. */
export type Background = (typeof BACKGROUNDS)[number]

/** As many videos are shown as by a look that is made of them. */
const CLIPS = { min: 1, max: 24 }

type Needs = { clips?: { min: number; max: number }; photo?: 'OPTIONAL' | 'REQUIRED' }

/** What a template needs from the media if this lies behind it. */
export function addBackground<Asked extends Needs>(
  needs: Asked,
  background: Background | null | undefined,
): Asked {
  if (background === 'VIDEOS') return { ...needs, clips: needs.clips ?? CLIPS }
  if (background === 'ARTIST') return { ...needs, photo: 'REQUIRED' }
  return needs
}
