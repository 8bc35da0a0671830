import { z } from 'zod'
import { idOf } from './ids.ts'

/** Query of GET /v1/media/{mediaId}/analysis. */
export const AnalysisQuery = z.object({
  excerptSecs: z.coerce
    .number()
    .min(1)
    .max(600)
    .default(15)
    .describe('About how long the proposed excerpts are to be'),
  peaks: z.coerce
    .number()
    .int()
    .min(1)
    .max(4000)
    .default(800)
    .describe('At most so many values of the waveform'),
})
export type AnalysisQuery = z.infer<typeof AnalysisQuery>

const Span = z.object({
  startSecs: z.number().describe('Where it begins, from the start of the song'),
  endSecs: z.number().describe('Where it ends'),
})

/** What was heard in a song, as GET /v1/media/{mediaId}/analysis returns it. */
export const Analysis = z.object({
  mediaId: idOf('media').describe('The song'),
  durationSecs: z.number().describe('How long it is'),
  bpm: z.number().nullable().describe('Its tempo; null where there is no clear beat'),
  key: z.string().nullable().describe('Its key, such as `A minor`; null where there is no clear one'),
  loudness: z.number().describe('Integrated loudness in LUFS'),
  peaks: z.array(z.number()).describe('The waveform: values from 0 to 1, evenly spread over the song'),
  beats: z.array(z.number()).describe('Seconds of the beats; empty where there is no clear beat'),
  bars: z.array(z.number()).describe('Seconds of the beats that start a bar'),
  sections: z
    .array(
      Span.extend({
        label: z.string().describe('Sections with the same letter sound alike'),
        energy: z.number().describe('How loud it is within the song, from 0 to 1'),
      }),
    )
    .describe('The parts of the song, one after the other'),
  excerpts: z
    .array(Span.extend({ reasons: z.array(z.string()).describe('What speaks for it') }))
    .describe('The best moments for a video, best first: at most three'),
})
export type Analysis = z.infer<typeof Analysis>
