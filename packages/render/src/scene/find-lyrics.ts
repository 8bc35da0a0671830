import { type AudioAnalysis, describeSinging, type SungLine } from '@songreel/audio'
import type { TemplateNeeds } from '@songreel/kit/input'
import type { LyricsData } from '@songreel/kit/lyrics'
import { asksForLyrics } from '../plan/asks-for-lyrics.ts'

/** What may have lyrics: a video's data, which win, and the song's file. */
export type LyricsGround = { data: Record<string, unknown>; files: { lyrics?: string | undefined } }

/** Many files leave the end of a line open until the next one begins: nobody sings one line for longer than this. */
const MOST_LINE_SECS = 8

/** The lyrics of the whole song; text without times gets those at which it is probably sung. */
export async function findLyrics(
  { files, data }: LyricsGround,
  songSecs: number,
  analysis: AudioAnalysis | undefined,
): Promise<LyricsData | undefined> {
  const listen = analysis && (() => describeSinging(analysis))
  if (typeof data.lyrics === 'string') {
    const { parseLyrics } = await import('@songreel/kit/lyrics')
    return parseLyrics(data.lyrics, songSecs, listen)
  }
  if (!files.lyrics) return undefined
  const { readLyrics } = await import('@songreel/kit/lyrics')
  return readLyrics(files.lyrics, songSecs, listen)
}

/** When the lines of a video that shows lyrics are sung; undefined for any other, and for lyrics that cannot be read. */
export async function findSungLines(
  ground: LyricsGround & { needs: TemplateNeeds },
  analysis: AudioAnalysis,
): Promise<SungLine[] | undefined> {
  if (!asksForLyrics(ground.needs, ground.data)) return undefined
  const lyrics = await findLyrics(ground, analysis.durationSecs, analysis).catch(() => undefined)
  return lyrics && listSungLines(lyrics)
}

/** When lines are sung, in order; what is sung behind them neither begins nor ends a phrase. */
export function listSungLines({ lines, timing }: LyricsData): SungLine[] {
  return lines
    .filter(({ isBackground }) => !isBackground)
    .map(({ startSecs, endSecs }) => ({
      startSecs,
      endSecs: Math.min(endSecs, startSecs + MOST_LINE_SECS),
      isGuess: timing === 'ESTIMATED',
    }))
}
