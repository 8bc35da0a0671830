import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Analysis } from '@songreel/contract'
import { type AudioAnalysis, analyseAudio, chooseExcerpts, readCachedAnalysis } from '@songreel/render'
import { assetKey } from '../assets/asset-key.ts'
import { withStorage } from '../assets/with-storage.ts'
import { withWorkFolder } from '../assets/work-folder.ts'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type AssetRow, findAssets } from '../store/assets.ts'
import { getMedia } from '../store/media.ts'

/** Below this nothing follows the beat, in videos as little as here. */
const CLEAR_BEAT = 0.3

type Wish = { excerptSecs: number; peaks: number }
type Wanted = Wish & { orgId: string; mediaId: string; signal: AbortSignal }

/** What was heard in a song. Collecting it has analysed it, so this is mostly a look into the cache. */
export async function getMediaAnalysis(
  services: Services,
  { orgId, mediaId, signal, ...wish }: Wanted,
): Promise<Analysis> {
  const { read, config } = services
  const media = await getMedia(read, orgId, mediaId, config.retentionDays)
  const { DEFAULT: audioId } = media.audioAssets
  const [row] = audioId ? await findAssets(read, orgId, [audioId]) : []
  const sha256 = demandReady(row, mediaId)
  return describe(mediaId, await readAnalysis(services, { orgId, sha256, signal }), wish)
}

/** Everything that was heard in a stored song. */
export async function readAnalysis(
  services: Services,
  { orgId, sha256, signal }: Song,
): Promise<AudioAnalysis> {
  const cacheFolder = path.join(services.config.dataDir, 'cache', 'analysis')
  const known = await readCachedAnalysis(cacheFolder, sha256)
  return known ?? analyseAnew(services, { orgId, sha256, cacheFolder, signal })
}

function demandReady(row: AssetRow | undefined, mediaId: string): string {
  if (!row) {
    const message = `Media ${mediaId} has no audio. Send audioUrl with PUT /v1/media/${mediaId}.`
    throw new ServiceError('MEDIA_INCOMPLETE', { message })
  }
  if (row.status === 'READY' && row.sha256 !== null) return row.sha256
  const message = row.error?.message ?? 'The song is still being fetched and analysed. Try again shortly.'
  throw new ServiceError('CONFLICT', { message })
}

type Song = { orgId: string; sha256: string; signal: AbortSignal }
type Source = Song & { cacheFolder: string }

/** The cache is another machine's, or was emptied. */
async function analyseAnew(
  { config, storage, ongoing }: Services,
  { orgId, sha256, cacheFolder, signal }: Source,
): Promise<AudioAnalysis> {
  const key = assetKey(orgId, sha256)
  if ((await storage.findSize(key)) === undefined)
    throw new ServiceError('OUTPUT_EXPIRED', {
      message: 'The song is no longer in the store. Send it again.',
    })
  const leave = await ongoing.probeTurns.take(orgId, signal)
  signal.throwIfAborted()
  try {
    return await withWorkFolder(config.dataDir, 'analysis', async (folder) => {
      const file = path.join(folder, 'song')
      await withStorage(async () => pipeline(await storage.read(key), createWriteStream(file)), signal)
      return analyseAudio(file, { cacheFolder, signal })
    })
  } finally {
    leave?.()
  }
}

function describe(mediaId: string, analysis: AudioAnalysis, { excerptSecs, peaks }: Wish): Analysis {
  const { durationSecs, tempo, key, loudness, envelope, sections } = analysis
  const beats = tempo.confidence >= CLEAR_BEAT ? analysis.beats : []
  return {
    mediaId,
    durationSecs: round(durationSecs),
    bpm: beats.length > 0 ? round(tempo.bpm, 10) : null,
    key: key?.name ?? null,
    loudness: round(loudness.integratedLufs, 10),
    peaks: shorten(envelope.peaks, peaks),
    beats: beats.map(({ secs }) => round(secs)),
    bars: beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => round(secs)),
    sections: sections.map(({ label, energy, ...span }) => ({
      ...roundSpan(span),
      label,
      energy: round(energy),
    })),
    excerpts: chooseExcerpts(analysis, { secs: excerptSecs }).map(({ reasons, ...span }) => ({
      ...roundSpan(span),
      reasons,
    })),
  }
}

/** The highest of each stretch, so that no beat falls between two values. */
function shorten(peaks: Uint16Array, most: number): number[] {
  const count = Math.min(most, peaks.length)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.floor((edge * peaks.length) / count))
    return round(peaks.subarray(from, to).reduce((highest, peak) => Math.max(highest, peak), 0) / 65_535)
  })
}

function roundSpan({ startSecs, endSecs }: { startSecs: number; endSecs: number }) {
  return { startSecs: round(startSecs), endSecs: round(endSecs) }
}

function round(value: number, steps = 1000): number {
  return Math.round(value * steps) / steps
}
