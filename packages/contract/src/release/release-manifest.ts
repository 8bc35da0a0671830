import type { LeftOut } from '../release-record.ts'
import type { AlbumRenderKind } from '../renders.ts'
import type { ReleasePlatform } from './platforms.ts'

/** What `manifest.json` of a release says. Paths are relative to it, with slashes. */
export type ReleaseManifest = {
  /** Rises when something that is here means something else. */
  manifestVersion: 1
  album: { title: string; artist: string; upc: string | null; mediaBundleId?: string }
  /** The name of the pack. */
  pack: string
  batchId?: string
  /** The program that made it. */
  madeBy: string
  writtenAt: string
  /** Whether every video of the pack is here. */
  isComplete: boolean
  songs: ReleaseSong[]
  videos: ReleaseVideo[]
  /** Videos of the pack that were not asked for, because their song or the album (`null`) lacks something. */
  leftOut: (Pick<LeftOut, 'contentId' | 'reason'> & { song: number | null })[]
  /** Everything beside the manifest; those who check a copy need only this. */
  files: ReleaseFile[]
}

/** A song of a release; `number` is its place on the album, from 1 on. */
export type ReleaseSong = {
  number: number
  title: string
  artist: string
  isrc: string | null
  mediaId?: string
}

/** A file of a release. */
export type ReleaseFile = { path: string; bytes: number; sha256: string }

/** A video of a release, whether it is here or not. */
export type ReleaseVideo = {
  status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'UNFINISHED' | 'DELETED'
  /** The song that it is of; null: the album. */
  song: number | null
  kind: AlbumRenderKind | null
  platform: ReleasePlatform
  contentId: string
  aspectRatio: string
  outputQuality: string
  renderId?: string
  /** Equal work has the same key. */
  workKey?: string
  /** Of a video that is here. */
  made?: MadeVideo
  /** Why it is not. */
  error?: { code: string; message: string }
}

/** The file of a video, and what was found in it. */
export type MadeVideo = {
  path: string
  bytes: number
  sha256: string
  contentType: string
  width: number
  height: number
  durationSecs: number
  poster: string | null
  captions: { srt: string; vtt: string } | null
  /** A text with the beginning of every song, for the description of an album video. */
  chapters: string | null
  excerpt: { startSecs: number; endSecs: number } | null
  /** What the platform that it is meant for would say; null where nobody prescribes anything. */
  verdict: { status: 'PASS' | 'FAIL'; reasons: string[] } | null
  checks: unknown
  warnings: string[]
}

/** The manifest as it is written. */
export function writeManifest(manifest: ReleaseManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
