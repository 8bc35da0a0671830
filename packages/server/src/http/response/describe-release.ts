import {
  choosePlatform,
  type MadeVideo,
  nameReleaseFile,
  numberReleaseFiles,
  type ReleaseManifest,
  type ReleaseVideo,
} from '@songreel/contract/release-folder'
import { OUTPUT_FORMATS, type OutputChecks } from '@songreel/render'
import { nameCompanion } from '../../assets/file-links.ts'
import type { AlbumFacts, NamedSong } from '../../store/album-songs.ts'
import type { BatchRow } from '../../store/batches/batch-rows.ts'
import type { RenderRow } from '../../store/renders/render-rows.ts'

/** What a release is made from: its batch, its album, all songs that it names, and its renders, of which some files are there. */
export type ReleaseRows = {
  batch: BatchRow
  album: Pick<AlbumFacts, 'name' | 'artist' | 'upc'>
  songs: readonly NamedSong[]
  renders: readonly RenderRow[]
  /** The ids of renders whose files are there. */
  stored: ReadonlySet<string>
  madeBy: string
}

/** A release as its manifest describes it, and the render behind each of its videos, in the same order. */
export type DescribedRelease = { manifest: ReleaseManifest; rows: readonly RenderRow[] }

/** Describes a release as it is now: what is there, what is not, and why. */
export function describeRelease(release: ReleaseRows): DescribedRelease {
  const { batch, album, songs, renders, stored, madeBy } = release
  const numbers = new Map(songs.map(({ mediaId }, index) => [mediaId, index + 1]))
  const paths = numberReleaseFiles(renders.map((render) => nameFile(render, release, numbers)))
  const videos = renders.map((render, index) => {
    const path = stored.has(render.renderId) ? paths[index] : undefined
    return describeVideo(render, path, numbers)
  })
  const leftOut = batch.release?.leftOut ?? []
  const { name: title, artist, upc } = album
  const manifest: ReleaseManifest = {
    manifestVersion: 1,
    album: { title, artist, upc, mediaBundleId: batch.mediaBundleId },
    pack: batch.release?.pack ?? '',
    batchId: batch.batchId,
    madeBy,
    writtenAt: new Date().toISOString(),
    isComplete: videos.every(({ status }) => status === 'COMPLETED'),
    songs: songs.map(({ mediaId, ...names }, index) => ({ number: index + 1, ...names, mediaId })),
    videos,
    leftOut: leftOut.map(({ mediaId, contentId, reason }) => ({
      song: mediaId === null ? null : (numbers.get(mediaId) ?? null),
      contentId,
      reason,
    })),
    files: [],
  }
  return { manifest, rows: renders }
}

type Numbers = ReadonlyMap<string, number>

function nameFile(render: RenderRow, { album, songs }: ReleaseRows, numbers: Numbers): string {
  const { mediaId, albumOrder, contentId, aspectRatio, variation, videoSettings } = render
  const track = albumOrder ? null : (numbers.get(mediaId) ?? null)
  return nameReleaseFile({
    track,
    title: track === null ? album.name : (songs[track - 1]?.title ?? ''),
    kind: albumOrder?.kind ?? null,
    contentId,
    aspectRatio,
    variation,
    extension: OUTPUT_FORMATS[videoSettings.format].extension,
  })
}

function describeVideo(render: RenderRow, path: string | undefined, numbers: Numbers): ReleaseVideo {
  const { renderId, mediaId, albumOrder, contentId, aspectRatio, videoSettings, error } = render
  return {
    status: describeStatus(render, path !== undefined),
    song: albumOrder ? null : (numbers.get(mediaId) ?? null),
    kind: albumOrder?.kind ?? null,
    platform: choosePlatform(contentId, aspectRatio),
    contentId,
    aspectRatio,
    outputQuality: videoSettings.outputQuality,
    renderId,
    ...(path !== undefined && { made: describeMade(render, path) }),
    ...(render.status === 'FAILED' && error && { error: { code: error.code, message: error.message } }),
  }
}

function describeStatus({ status }: RenderRow, isThere: boolean): ReleaseVideo['status'] {
  if (status === 'FAILED' || status === 'CANCELED') return status
  if (status !== 'COMPLETED') return 'UNFINISHED'
  return isThere ? 'COMPLETED' : 'DELETED'
}

function describeMade(render: RenderRow, path: string): MadeVideo {
  const { bytes, sha256, contentType, outputWidth, outputHeight, durationSecs, excerpt, warnings } = render
  const platform = choosePlatform(render.contentId, render.aspectRatio)
  const checks = render.checks as OutputChecks | null
  const name = (role: 'srt' | 'vtt' | 'txt') => nameCompanion(path, role)
  return {
    path,
    bytes: bytes ?? 0,
    sha256: sha256 ?? '',
    contentType: contentType ?? '',
    width: outputWidth ?? 0,
    height: outputHeight ?? 0,
    durationSecs: durationSecs ?? 0,
    poster: render.posterKey === null ? null : nameCompanion(path, 'poster'),
    captions: render.srtKey && render.vttKey ? { srt: name('srt'), vtt: name('vtt') } : null,
    chapters: render.chapters ? name('txt') : null,
    excerpt: excerpt && { startSecs: excerpt.startSecs, endSecs: excerpt.endSecs },
    verdict: (platform === 'SQUARE_FEED' ? null : checks?.platforms?.[platform]) ?? null,
    checks,
    warnings: warnings ?? [],
  }
}
