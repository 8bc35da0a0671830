import { Limits, successOf } from '@songreel/contract'
import type { Config } from '../../config.ts'
import { ok } from '../envelope.ts'
import { WINDOW_SECS } from '../rate-limit.ts'
import type { Routes } from '../route.ts'

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
    customTextCharacters: config.maxCustomTextCharacters,
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
    render: { workSecs: config.renderTimeoutSecs, outputSecs: config.maxOutputSecs },
  }
}
