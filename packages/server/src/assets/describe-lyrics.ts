import type { LyricsFacts } from '@songreel/contract'
import type { ParsedLyrics } from '@songreel/kit/lyrics'

/** What an asset says of its lyrics. */
export function describeLyrics({ source, timing, lines }: ParsedLyrics): LyricsFacts {
  return { source, timing, lineCount: lines.length }
}
