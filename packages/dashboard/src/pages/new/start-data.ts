import type { Content } from '@songreel/sdk'

/** What a template can't do without, to begin with: its own example, or the title where it wants words of the song. */
export function startData(template: Content, { title, hasLyrics }: { title: string; hasLyrics: boolean }) {
  const { requiredDataSchema, example, needs } = template
  const required = (requiredDataSchema.required ?? []) as string[]
  const data: Record<string, unknown> = Object.fromEntries(required.map((name) => [name, example[name]]))
  if (typeof needs.lyricsUnless === 'string' && !hasLyrics && title) data[needs.lyricsUnless] = title
  return data
}
