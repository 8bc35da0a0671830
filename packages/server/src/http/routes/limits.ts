import { Limits, MAX_IMPORT_ROWS, successOf } from '@songreel/contract'
import { MAX_ANIMATION_BYTES } from '../../assets/max-bytes.ts'
import type { Config } from '../../config/config.ts'
import { readSegmentBytes } from '../../store/segments/segment-limits.ts'
import { readStoredBytes } from '../../store/stored-bytes.ts'
import { WINDOW_SECS } from '../auth/rate-limit.ts'
import { ok } from '../response/envelope.ts'
import { tag } from './health.ts'
import type { Routes } from './route.ts'

const MB = 1024 ** 2

/** What a client may send, and how much of it. */
export const limitRoutes: Routes = (app, { config, db }) => {
  const limits = listLimits(config)
  app.get(
    '/v1/limits',
    {
      schema: {
        tag,
        summary: 'Read the limits',
        description:
          'Every limit for requests and files. `requests.count` and `storage.bytes` are 0 if there is no limit. `storage.usedBytes` is what the organization stores now.',
        response: { 200: successOf(Limits) },
      },
    },
    async ({ auth }) => {
      const storage = { bytes: config.maxStorageMb * MB, usedBytes: await readStoredBytes(db, auth.orgId) }
      const segments = { bytes: config.segmentMb * MB, usedBytes: await readSegmentBytes(db, auth.orgId) }
      return ok({ ...limits, storage, segments }, 'Limits')
    },
  )
}

function listLimits(config: Config): Omit<Limits, 'storage' | 'segments'> {
  return {
    requests: { count: config.rateLimit, windowSecs: WINDOW_SECS },
    bodyBytes: config.maxBodyBytes,
    rendersPerBatch: config.maxRenders,
    videosPerBatch: config.maxVideos,
    rowsPerImport: MAX_IMPORT_ROWS,
    looks: config.maxLooks,
    customTextCharacters: config.maxCustomTextCharacters,
    image: { bytes: config.maxImageBytes, pixels: config.maxImagePixels },
    audio: { bytes: config.maxAudioBytes, durationSecs: config.maxAudioSecs },
    video: { bytes: config.maxVideoBytes },
    lyrics: { bytes: config.maxLyricsBytes },
    logo: { bytes: config.maxLogoBytes },
    font: { bytes: config.maxFontBytes },
    animation: { bytes: MAX_ANIMATION_BYTES },
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
