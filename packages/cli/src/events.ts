import type { OutputChecks, RenderProgress, SegmentCount } from '@songreel/render'

/** Where title and artist came from. */
export type NamesFrom = 'TAGS' | 'FILE_NAME' | 'OPTIONS'

/** What a song is called and how long it is. */
export type SongFacts = {
  file: string
  title: string
  artist: string
  album: string
  isrc?: string
  /** Where it stands on its album, as its tags say. */
  place?: { disc: number; track: number }
  durationSecs: number
  namesFrom: NamesFrom
}

/** Where the cover comes from, and its size where it is known; the file is named where it was found beside the song. */
export type CoverFacts = {
  source: 'FILE' | 'EMBEDDED' | 'BESIDE' | 'DRAWN'
  file?: string
  width?: number
  height?: number
}

/** A part of a song. */
export type Range = { startSecs: number; endSecs: number }

/** What a video will be. */
export type VideoFacts = {
  /** The shape, and the number of the variation where there are several: `9x16`, `9x16 2`. */
  video: string
  aspectRatio: string
  variation: number
  contentId: string
  width: number
  height: number
  fps: number
  file: string
}

/** A finished video. */
export type CompletedVideo = VideoFacts & {
  bytes: number
  sha256: string
  durationSecs: number
  frames: number
  excerpt: Range
  checks: OutputChecks
  segments: SegmentCount
  tookMs: number
}

/**
 * Everything that happens on the way to videos; `--json` prints each as one line, so names and meanings are part of
 * what scripts rely on (docs/cli.md).
 */
export type CliEvent =
  | { event: 'started'; command: string; version: string; node: string; platform: string; cores: number }
  | { event: 'composed'; title: string; artist: string; bpm: number; secs: number }
  | { event: 'song'; file: string; number: number; of: number }
  | { event: 'read'; song: SongFacts; cover: CoverFacts }
  | {
      event: 'listened'
      /** Null: no clear beat. */
      bpm: number | null
      key: string | null
      loudestSecs: number
      /** Null: the part was given, or the whole song is used. */
      hookSecs: number | null
      tookMs: number
    }
  | ({
      event: 'excerpt'
      kind: 'HOOK' | 'START' | 'WHOLE' | 'GIVEN' | 'LOOP'
      other: Range | null
      /** Why this part was chosen, if it was looked for. */
      reasons?: string[]
    } & Range)
  | { event: 'warning'; code: string; message: string; video?: string }
  | ({ event: 'planned'; durationSecs: number } & VideoFacts)
  | ({ event: 'progress'; video: string } & RenderProgress)
  | ({ event: 'completed' } & CompletedVideo)
  | {
      event: 'still'
      video: string
      aspectRatio: string
      file: string
      bytes: number
      width: number
      height: number
      atSecs: number
      tookMs: number
    }
  | { event: 'failed'; code: string; message: string; video?: string; song?: string }
  | { event: 'finished'; exitCode: number; files: string[] }
