import { z } from 'zod'

/** What GET /v1/limits answers: every bound that a client can meet. */
export const Limits = z.object({
  requests: z
    .object({
      count: z.number().int().describe('Requests a window; 0 where there is no limit'),
      windowSecs: z.number().int().describe('Length of a window'),
    })
    .describe('Requests with one token'),
  bodyBytes: z.number().int().describe('A JSON body'),
  rendersPerBatch: z.number().int().describe('Entries of `renders` in one batch'),
  videosPerBatch: z.number().int().describe('Files of one batch, numVideos counted'),
  customTextCharacters: z.number().int().describe('Length of `customText`'),
  image: z
    .object({
      bytes: z.number().int().describe('Size of the file'),
      pixels: z.number().int().describe('Pixels in all'),
    })
    .describe('A picture'),
  audio: z
    .object({
      bytes: z.number().int().describe('Size of the file'),
      durationSecs: z.number().int().describe('Length of the song'),
    })
    .describe('A song'),
  video: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('A video of a song'),
  lyrics: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('Lyrics'),
  upload: z.object({ bytes: z.number().int().describe('Size of the file') }).describe('An upload'),
  storage: z
    .object({
      bytes: z.number().int().describe('The most; 0 where there is no limit'),
      usedBytes: z.number().int().describe('What is stored now'),
    })
    .describe('Files and videos of the organization'),
  fetch: z
    .object({
      redirects: z.number().int().describe('Redirects that are followed'),
      connectSecs: z.number().int().describe('Until a connection stands'),
      idleSecs: z.number().int().describe('Without a byte'),
      totalSecs: z.number().int().describe('In all'),
    })
    .describe('Fetching a file from its address'),
  render: z
    .object({
      workSecs: z.number().int().describe('Work on one video'),
      outputSecs: z.number().int().describe('Length of one video'),
    })
    .describe('Making a video'),
})
export type Limits = z.infer<typeof Limits>
