import type { Loudness, SongTags } from '@songreel/audio'
import type { FontFacts, LottieReport } from '@songreel/kit/input'
import type { MediaKind } from './supported-media.ts'

/** What a file may be: material of songs, or of brands. */
export type ProbedKind = MediaKind | 'LOGO' | 'FONT' | 'ANIMATION'

/** The expected kind of file, and what else to find out about it. */
export type ProbeOptions = {
  /** Anything else is refused; a video with sound passes as AUDIO. */
  expect?: ProbedKind
  /** Measures the song while it is decoded. */
  withLoudness?: boolean
  /** Also analyses the song, since it is decoded anyway, and caches the analysis in this folder for later renders. */
  analysisFolder?: string
  /** The file's SHA-256 if it is known already. */
  sha256?: string
  /** Reads what the song's file says about itself. */
  withTags?: boolean
}

/** What a probe found out. */
export type ProbedMedia = MediaFacts & { contentType: string; sizeBytes: number }

/** What a probe reads from the file itself. */
export type MediaFacts = {
  kind: ProbedKind
  codec: string
  /** As displayed, after rotation and with square pixels. */
  width?: number
  height?: number
  aspectRatio?: string
  fps?: number
  durationSecs?: number
  hasAudio?: boolean
  loudness?: Loudness
  /** Of a font: what its file says of itself. */
  font?: Omit<FontFacts, 'sample' | 'isHandwriting'>
  /** Of an animation: what is in it, and what one of its pictures costs. */
  animation?: Pick<LottieReport, 'layers' | 'slots' | 'missingFonts' | 'expressions' | 'notes'> & {
    format: 'JSON' | 'LOTTIE'
    costMs: number
  }
  tags?: Omit<SongTags, 'picture'> & { hasPicture: boolean; pictureSize?: { width: number; height: number } }
}
