import { type Catalogue, createCatalogue } from './catalogue.ts'
import { createRebuilds, type Rebuilds } from './rebuilds.ts'
import type {
  Analysis,
  AnalysisFilter,
  Lyrics,
  LyricsFileFormat,
  Media,
  MediaCreated,
  MediaDeleted,
  MediaFilter,
  MediaInput,
  MediaMove,
  MediaPatch,
} from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

type MediaTypes = {
  input: MediaInput
  patch: MediaPatch
  filter: MediaFilter
  created: MediaCreated
  record: Media
  updated: Media
  deleted: MediaDeleted
}

export type MediaRecords = Catalogue<MediaTypes> &
  Rebuilds & {
    /** Moves a song to another album. */
    move(mediaId: string, to: MediaMove, options?: CallOptions): Promise<Result<Media>>
    /** What was heard in a song: waveform, beats, sections, and the best moments of about `excerptSecs`. */
    analysis(mediaId: string, filter?: AnalysisFilter, options?: CallOptions): Promise<Result<Analysis>>
    /** The lyrics of a song, with the times of lines and words. */
    lyrics(mediaId: string, options?: CallOptions): Promise<Result<Lyrics>>
    /** The lyrics as the text of a file; in the format they were sent in, as they were sent. */
    lyricsFile(mediaId: string, format: LyricsFileFormat, options?: CallOptions): Promise<string>
  }

export function createMedia(transport: Transport): MediaRecords {
  const { send, read, post } = transport
  const nameCall = (mediaId: string) => ({ method: 'GET', path: at('/v1/media', mediaId, '/lyrics') })
  return {
    ...createCatalogue<MediaTypes>(transport, '/v1/media', 'mediaId'),
    ...createRebuilds(transport, '/v1/media'),
    move: (mediaId, json, options) => post(at('/v1/media', mediaId, '/move'), json, options),
    analysis: (mediaId, query, options) =>
      send({ ...options, method: 'GET', path: at('/v1/media', mediaId, '/analysis'), query }),
    lyrics: (mediaId, options) => send({ ...options, ...nameCall(mediaId) }),
    lyricsFile: (mediaId, format, options) =>
      read({ ...options, ...nameCall(mediaId), query: { format } }, (response) => response.text()),
  }
}
