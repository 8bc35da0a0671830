import { z } from 'zod'
import { idOf } from './ids.ts'

/** What lyrics were sent as. */
export const LyricsSource = z
  .enum(['LRC', 'SRT', 'VTT', 'TTML', 'ASS', 'TEXT'])
  .describe('What they were sent as, recognised by content; `TEXT` is plain text')

/** How exactly it is known when words are sung. */
export const LyricsTiming = z
  .enum(['WORD', 'LINE', 'ESTIMATED'])
  .describe('What is timed: words, lines, or nothing (`ESTIMATED`: the lines are spread over the song)')

/** What an asset says of its lyrics. */
export const LyricsFacts = z.object({
  source: LyricsSource,
  timing: LyricsTiming,
  lineCount: z.number().int().describe('How many lines are sung'),
})
export type LyricsFacts = z.infer<typeof LyricsFacts>

/** Query of GET /v1/media/{mediaId}/lyrics. */
export const LyricsQuery = z.object({
  format: z
    .enum(['json', 'lrc', 'srt', 'vtt', 'ttml', 'ass'])
    .default('json')
    .describe('The format to write them in'),
})
export type LyricsQuery = z.infer<typeof LyricsQuery>

const Piece = z.object({
  startSecs: z.number().describe('When it begins, from the start of the song'),
  endSecs: z.number().describe('When it ends'),
  text: z.string().describe('The words'),
})

/** Lyrics as GET /v1/media/{mediaId}/lyrics returns them. */
export const Lyrics = z.object({
  mediaId: idOf('media').describe('The song'),
  source: LyricsSource,
  timing: LyricsTiming,
  lines: z
    .array(
      Piece.extend({
        words: z
          .array(Piece.extend({ syllables: z.array(Piece).optional().describe('Where they are timed') }))
          .optional()
          .describe('Where they are timed'),
        agent: z.string().optional().describe('Who sings, as the file names them'),
        isBackground: z.boolean().optional().describe('True if it is sung behind another line'),
      }),
    )
    .describe('In the order in which they are sung'),
})
export type Lyrics = z.infer<typeof Lyrics>
