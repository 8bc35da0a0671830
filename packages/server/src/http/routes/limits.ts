import { Limits, successOf } from '@songreel/contract'
import type { Config } from '../../config.ts'
import { ok } from '../envelope.ts'
import { WINDOW_SECS } from '../rate-limit.ts'
import type { Routes } from '../route.ts'

/** Bounds that contract section 8 fixes; they are no settings. */
const MAX_OUTPUT_SECS = 7200
const MAX_CUSTOM_TEXT_CHARACTERS = 1000

/** What a client may send, and how much of it. */
export const limitRoutes: Routes = (app, { config }) => {
  const limits = limitsOf(config)
  app.get(
    '/v1/limits',
    {
      schema: {
        tags: ['Service'],
        summary: 'Read the limits',
        description:
          'Every bound that a request or a file can meet. `requests.count` is 0 where there is none.',
        response: { 200: successOf(Limits) },
      },
    },
    async () => ok(limits, 'Limits'),
  )
}

function limitsOf(config: Config): Limits {
  return {
    requests: { count: config.rateLimit, windowSecs: WINDOW_SECS },
    bodyBytes: config.maxBodyBytes,
    rendersPerBatch: config.maxRenders,
    videosPerBatch: config.maxVideos,
    customTextCharacters: MAX_CUSTOM_TEXT_CHARACTERS,
    image: { bytes: config.maxImageBytes, pixels: config.maxImagePixels },
    audio: { bytes: config.maxAudioBytes, durationSecs: config.maxAudioSecs },
    video: { bytes: config.maxVideoBytes },
    lyrics: { bytes: config.maxLyricsBytes },
    upload: { bytes: config.maxVideoBytes },
    fetch: {
      redirects: config.fetchRedirects,
      connectSecs: config.fetchConnectSecs,
      idleSecs: config.fetchIdleSecs,
      totalSecs: config.fetchTotalSecs,
    },
    render: { workSecs: config.renderTimeoutSecs, outputSecs: MAX_OUTPUT_SECS },
  }
}
