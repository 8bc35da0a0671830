import type { Loudness, SongTags } from '@songreel/audio'
import type { MediaKind } from './supported-media.ts'

/** What is wanted, and what is looked at besides. */
export type ProbeOptions = {
  /** Anything else is refused; a video with sound passes as AUDIO. */
  expect?: MediaKind
  /** Measures the song while it is decoded. */
  withLoudness?: boolean
  /** Also analyses the song, which it has to decode anyway, and keeps the analysis here for renders to come. */
  analysisFolder?: string
  /** The file's SHA-256 if it is known already. */
  sha256?: string
  /** Reads what the song's file says about itself. */
  withTags?: boolean
}

/** What a probe found out. */
export type ProbedMedia = MediaFacts & { contentType: string; sizeBytes: number }

/** The part of a probe's findings that lies inside the file. */
export type MediaFacts = {
  kind: MediaKind
  codec: string
  /** As seen by a viewer: rotation and pixel shape counted. */
  width?: number
  height?: number
  aspectRatio?: string
  fps?: number
  durationSecs?: number
  hasAudio?: boolean
  loudness?: Loudness
  /** Where somebody may sing, of a song that was analysed. */
  vocalParts?: { startSecs: number; endSecs: number }[]
  tags?: Omit<SongTags, 'picture'> & { hasPicture: boolean; pictureSize?: { width: number; height: number } }
}
