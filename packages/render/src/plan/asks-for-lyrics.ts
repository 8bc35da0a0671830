import type { TemplateNeeds } from '@songreel/kit/input'

/** Whether a video shows lyrics, and whether it can do without; not where its data stands in for them. */
export function asksForLyrics(
  { lyrics, lyricsUnless }: TemplateNeeds,
  data: Record<string, unknown>,
): TemplateNeeds['lyrics'] {
  return lyricsUnless !== undefined && data[lyricsUnless] !== undefined ? undefined : lyrics
}
