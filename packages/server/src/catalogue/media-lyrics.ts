import { buffer } from 'node:stream/consumers'
import { type LyricsQuery, toFileSlug } from '@songreel/contract'
import {
  decodeLyrics,
  LYRICS_FORMATS,
  type ParsedLyrics,
  parseLyrics,
  type Singing,
  writeLyrics,
} from '@songreel/kit/lyrics'
import { describeSinging, RenderError } from '@songreel/render'
import { assetKey } from '../assets/asset-key.ts'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type AssetRow, findAssets } from '../store/assets.ts'
import { getMedia } from '../store/media.ts'
import { readAnalysis } from './media-analysis.ts'

type Wanted = { orgId: string; mediaId: string; format: LyricsQuery['format']; signal: AbortSignal }

/** The lyrics of a song, and the file that was asked for. */
export type MediaLyrics = {
  lyrics: ParsedLyrics
  file: { bytes: Buffer; contentType: string; fileName: string }
}

/** Reads a song's lyrics and writes them in a format. In the one that they were sent in, they come back as they were sent. */
export async function getMediaLyrics(
  services: Services,
  { orgId, mediaId, format, signal }: Wanted,
): Promise<MediaLyrics> {
  const { read, storage, config } = services
  const media = await getMedia(read, orgId, mediaId, config.retentionDays)
  const { LYRICS: lyricsId } = media.textAssetsIds
  const { DEFAULT: audioId } = media.audioAssets
  const rows = await findAssets(
    read,
    orgId,
    [lyricsId, audioId].filter((id) => id !== undefined),
  )
  const sha256 = demandReady(
    rows.find(({ assetId }) => assetId === lyricsId),
    mediaId,
  )
  const key = assetKey(orgId, sha256)
  if ((await storage.findSize(key)) === undefined)
    throw new ServiceError('OUTPUT_EXPIRED', {
      message: 'The lyrics are no longer in the store. Send them again.',
    })
  const sent = await buffer(await storage.read(key))
  const song = rows.find(({ assetId }) => assetId === audioId)
  const lyrics = await timeBySong(services, parse(sent), { sent, song, orgId, signal })
  const isSent = lyrics.source.toLowerCase() === format
  if (lyrics.timing === 'ESTIMATED' && !song?.durationSecs && format !== 'ttml') throw withoutTimes(mediaId)
  return {
    lyrics,
    file: {
      bytes: isSent ? sent : Buffer.from(writeLyrics(lyrics, format, { title: media.name })),
      contentType: describeType(format, isSent && sent.includes(0)),
      fileName: `${toFileSlug(media.name) || mediaId}.${format}`,
    },
  }
}

function demandReady(row: AssetRow | undefined, mediaId: string): string {
  if (!row) {
    const message = `Media ${mediaId} has no lyrics. Send lyricsUrl or lyricsText with PUT /v1/media/${mediaId}.`
    throw new ServiceError('NOT_FOUND', { message })
  }
  if (row.status === 'READY' && row.sha256 !== null) return row.sha256
  const message =
    row.error?.message ??
    'The lyrics are still being fetched. Try again shortly; GET /v1/assets shows how far they are.'
  throw new ServiceError('CONFLICT', { message })
}

type Sent = { sent: Buffer; song: AssetRow | undefined; orgId: string; signal: AbortSignal }

/** Text without times gets those at which it is probably sung, as in videos. */
async function timeBySong(
  services: Services,
  lyrics: ParsedLyrics,
  { sent, song, orgId, signal }: Sent,
): Promise<ParsedLyrics> {
  if (lyrics.timing !== 'ESTIMATED' || !song?.durationSecs || song.sha256 === null) return lyrics
  const analysis = await readAnalysis(services, { orgId, sha256: song.sha256, signal })
  return parse(sent, analysis.durationSecs, () => describeSinging(analysis))
}

function parse(sent: Buffer, songSecs = 0, listen?: () => Singing): ParsedLyrics {
  try {
    return parseLyrics(decodeLyrics(sent), songSecs, listen)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new ServiceError('LYRICS_INVALID', { message: error.message, cause: error })
  }
}

function withoutTimes(mediaId: string): ServiceError {
  const message = `The lyrics of media ${mediaId} are plain text, and there is no song yet to spread them over. Give it audioUrl and wait until it is fetched, or ask for format=ttml, which can do without times.`
  return new ServiceError('MEDIA_INCOMPLETE', { message })
}

/** What was sent in UTF-16 comes back in it. */
function describeType(format: Wanted['format'], isUtf16: boolean): string {
  const { contentType } = LYRICS_FORMATS[format]
  return isUtf16 ? contentType.replace('utf-8', 'utf-16') : contentType
}
