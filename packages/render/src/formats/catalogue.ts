import type { VideoContainer } from '@songreel/kit/input'

/** All that is known about an output format without loading an encoder. */
export type FormatFacts = {
  /** What the format is for, in a few words. */
  purpose: string
  extension: string
  contentType: string
  /** FFmpeg's name for what writes the file. */
  muxer: string
  muxerOptions: Record<string, string>
  /** How the finished file is opened again. */
  container: VideoContainer
  /** Codecs by the names that a probe reports; null: the format has no sound. */
  video: 'h264' | 'vp9' | 'prores' | 'gif'
  audio: 'aac' | 'opus' | 'pcm_s24le' | null
  /** The sound encoder's priming is left out of the file, which needs no edit list; otherwise the container declares it. */
  omitsPriming?: boolean
  /** How the song's names are written into the file; unset: not at all. */
  songTags?: 'TAGS' | 'TAGS_WITH_ISRC_BOX'
  /** Length of the stretches that are encoded side by side. */
  segmentSecs: number
  /** Whether a stretch's bytes depend on its own pictures alone, so that it may be kept for other versions of the video. */
  keepsSegments: boolean
  /** The only frame rates that play as written, rising; unset: all do. */
  frameRates?: readonly [number, ...number[]]
  /** An upper bound for the pictures, so that a video never runs into the end of the disk. */
  bitsPerPixel: number
}

const CATALOGUE = {
  MP4: {
    purpose: 'H.264 and AAC: the file every platform accepts',
    extension: 'mp4',
    contentType: 'video/mp4',
    muxer: 'mp4',
    muxerOptions: { movflags: '+faststart+negative_cts_offsets', use_editlist: '0' },
    container: 'mov',
    video: 'h264',
    audio: 'aac',
    // Several platforms refuse or ignore edit lists.
    omitsPriming: true,
    songTags: 'TAGS_WITH_ISRC_BOX',
    segmentSecs: 4,
    keepsSegments: true,
    bitsPerPixel: 0.15,
  },
  GIF: {
    purpose: 'A silent animation with a single palette',
    extension: 'gif',
    contentType: 'image/gif',
    muxer: 'gif',
    muxerOptions: { loop: '0' },
    container: 'gif',
    video: 'gif',
    audio: null,
    segmentSecs: 4,
    // The palette is chosen from pictures of the whole video.
    keepsSegments: false,
    // A GIF counts in hundredths of a second, and browsers slow down what is faster than 50 a second.
    frameRates: [10, 20],
    bitsPerPixel: 3,
  },
  WEBM: {
    purpose: 'VP9 and Opus: royalty-free, for the web',
    extension: 'webm',
    contentType: 'video/webm',
    muxer: 'webm',
    muxerOptions: { cues_to_front: '1' },
    container: 'matroska',
    video: 'vp9',
    audio: 'opus',
    songTags: 'TAGS',
    segmentSecs: 4,
    keepsSegments: true,
    bitsPerPixel: 0.2,
  },
  MOV: {
    purpose:
      'ProRes 422 and uncompressed audio: for editing; ProRes 4444 in motion artwork at ULTRA, because stores take no other',
    extension: 'mov',
    contentType: 'video/quicktime',
    muxer: 'mov',
    muxerOptions: { movflags: '+faststart+use_metadata_tags', use_editlist: '0' },
    container: 'mov',
    video: 'prores',
    audio: 'pcm_s24le',
    songTags: 'TAGS',
    // Every picture stands alone, and one second at 2160 lines is already some 100 MB.
    segmentSecs: 1,
    keepsSegments: true,
    bitsPerPixel: 3,
  },
} as const satisfies Record<string, FormatFacts>

/** The file formats that a render can end in. */
export type OutputFormat = keyof typeof CATALOGUE

/** Every output format; a new one is an entry here, its name in the contract and its row in docs/api.md. */
export const OUTPUT_FORMATS: Readonly<Record<OutputFormat, FormatFacts>> = CATALOGUE

/** The frame rate that is really written for one that was asked for: the next lower one that the format can play. */
export function chooseWrittenFps(format: OutputFormat, fps: number): number {
  const { frameRates } = OUTPUT_FORMATS[format]
  return frameRates ? (frameRates.findLast((rate) => rate <= fps) ?? frameRates[0]) : fps
}
