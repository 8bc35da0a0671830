import { z } from 'zod'

/** What GET /v1/limits returns: every bound that a client can meet. */
export const Limits = z.object({
  requests: z
    .object({
      count: z.number().int().describe('Requests per window; 0 means no limit'),
      windowSecs: z.number().int().describe('Length of a window'),
    })
    .describe('Requests with one token'),
  bodyBytes: z.number().int().describe('A JSON body'),
  rendersPerBatch: z.number().int().describe('Entries of `renders` in one batch'),
  videosPerBatch: z.number().int().describe('Videos of one batch, counting numVideos'),
  rowsPerImport: z.number().int().describe('Entries of `rows` in one import'),
  looks: z.number().int().describe('Looks of your own, see `POST /v1/contents`'),
  customTextCharacters: z.number().int().describe('Length of `customText`'),
  image: z
    .object({
      bytes: z.number().int().describe('Size of the file'),
      pixels: z.number().int().describe('Total number of pixels'),
    })
    .describe('An image'),
  audio: z
    .object({
      bytes: z.number().int().describe('Size of the file'),
      durationSecs: z.number().int().describe('Length of the song'),
    })
    .describe('A song'),
  video: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('A video of a song'),
  lyrics: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('Lyrics'),
  logo: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('The logo of a brand'),
  font: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('A font of a brand'),
  animation: z
    .object({ bytes: z.number().int().describe('Size of the file') })
    .describe('An animation of a brand'),
  upload: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('An upload'),
  storage: z
    .object({
      bytes: z.number().int().describe('The quota; 0 means no limit'),
      usedBytes: z.number().int().describe('How much is stored now'),
    })
    .describe('Files and videos of the organization'),
  segments: z
    .object({
      bytes: z.number().int().describe('The most that is kept; 0 means that nothing is'),
      usedBytes: z.number().int().describe('How much is kept now; it does not count as stored'),
    })
    .describe('Parts of earlier videos that are kept, so that an edited video is made faster'),
  fetch: z
    .object({
      redirects: z.number().int().describe('Redirects followed'),
      connectSecs: z.number().int().describe('Longest wait for a connection'),
      idleSecs: z.number().int().describe('Longest wait for the next byte'),
      totalSecs: z.number().int().describe('Longest time in total'),
    })
    .describe('Fetching a file from its URL'),
  render: z
    .object({
      workSecs: z.number().int().describe('Longest time to work on one video'),
      outputSecs: z.number().int().describe('Length of one video'),
    })
    .describe('Making a video'),
})
export type Limits = z.infer<typeof Limits>
