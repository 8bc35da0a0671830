import type { TemplateAddress } from '@songreel/kit/core'
import type { Background, BrandPlan, Motion, TemplateData } from '@songreel/kit/input'
import type { Captions } from '@songreel/kit/lyrics'
import type { OutputFormat } from '../formats/catalogue.ts'

/** How finely a video is made: short side 360, 720, 1080 or 2160 pixels. */
export type Quality = 'PREVIEW' | 'HD' | 'FULL' | 'ULTRA'

/** A part of the song, in seconds of the song. */
export type ExcerptRange = { startSecs: number; endSecs: number }

/** The part of the song that a video takes; `reasons` say why, where it was looked for. */
export type ChosenExcerpt = ExcerptRange & { reasons?: string[] }

/** How loud the sound is: as the song is, or at this many LUFS (BS.1770-4, over all that is played). */
export type LoudnessTarget = 'ORIGINAL' | number

/** The files of one render, all of them on this machine; without a cover one is drawn. */
export type RenderFiles = {
  audio?: string
  cover?: string
  /** The artist's photograph, for a video that has it behind its look or in it. */
  photo?: string
  clips: string[]
  lyrics?: string
  brand?: BrandFiles
}

/** The files of a brand; `logoDark` is the form of the logo for dark grounds, animations are Lottie files. */
export type BrandFiles = {
  logo?: string
  logoDark?: string
  logoAnimation?: string
  titleFont?: string
  textFont?: string
  intro?: string
  outro?: string
  endCardAnimation?: string
}

/** Who made the song and what it is called; written on the picture and into the file. */
export type RenderSong = {
  title: string
  artist: string
  album: string
  isrc?: string
  /** All songs of the album, for templates that list them. */
  tracks?: readonly string[]
}

/** One song of a video that has several. */
export type ChapterPlan = {
  files: RenderFiles
  song: RenderSong
  /** The song file's SHA-256 if it is known already. */
  songSha256?: string
}

/** Everything that decides one video; plain data, so that it travels to a child process and its threads. */
export type RenderPlan = {
  template: TemplateAddress
  /** Parsed by the template's schema already: see `parseTemplateData`. */
  data: TemplateData
  /** Even numbers. */
  size: { width: number; height: number }
  fps: number
  quality: Quality
  /** Exactly so much is spent on the pictures of an MP4, because a store asks for it; unset: as much as they need. */
  bitRateMbps?: number
  format: OutputFormat
  files: RenderFiles
  /** Several songs, one after the other without a gap, each a chapter with its own names, cover and lyrics; `files` and `excerpt` are then empty, and `song` names the album. */
  chapters?: ChapterPlan[]
  /** Only each chapter's best moment, cut on bars: all together last about so long at most. Unset: whole songs. */
  samplerSecs?: number
  /** Null: the template decides between the whole song and its best moment. */
  excerpt: ExcerptRange | null
  /** All of the song is shown, whatever the template would choose. */
  isWholeSong?: boolean
  /** Which of the song's good moments is taken when the excerpt is automatic, and which pair of the cover's colours; 0 is the best. */
  excerptRank?: number
  /** Draws only so many seconds of the video, from this second on: a preview of it. */
  clip?: { startSecs: number; secs: number }
  /** Unset: `ORIGINAL`. Peaks are held either way. */
  loudness?: LoudnessTarget
  /** Unset: `FULL`. */
  motion?: Motion
  song: RenderSong
  /** Unset: what suits the cover. The template's own data wins over it. */
  theme?: 'DARK' | 'LIGHT'
  /** What lies behind the look, one that its template takes. Unset: the cover, in the look's own way. */
  background?: Background
  /** What the video wears; its files are in `files.brand`. Unset: nothing of anybody's. */
  brand?: BrandPlan
  seed: number
  /** Work folder; nothing outside of it and `outFile` is written. */
  folder: string
  outFile: string
  /** Threads that draw and encode; never changes the result. */
  threads: number
  watermark: boolean
  /** Where analyses are kept by content hash; unset: nothing is kept. */
  cacheFolder?: string
  /** The song file's SHA-256 if it is known already. */
  songSha256?: string
}

/** What a render is doing. */
export type RenderStage = 'READING' | 'ANALYSING' | 'DRAWING' | 'CHECKING'

/** A progress report; `percent` covers the whole render and never decreases. */
export type RenderProgress = {
  stage: RenderStage
  percent: number
  frames: number
  frameCount: number
  fps: number
  etaSecs: number | null
  /** How much sound was read for encoding, by all attempts together. */
  soundSecs?: number
  /** While the chapters of an album are looked at for a place that a brand's logo has in all of them: in how many that is done. */
  looked?: { chapters: number; of: number }
}

/** One check of the finished file. */
export type OutputCheck = {
  name: OutputCheckName
  status: 'PASSED' | 'WARNING' | 'FAILED'
  seen: string
  expected: string
}

/** What is checked. */
export type OutputCheckName =
  | 'codec'
  | 'size'
  | 'fps'
  | 'frames'
  | 'duration'
  | 'audio'
  | 'sync'
  | 'loudness'
  | 'truePeak'
  | 'firstFrame'
  | 'fastStart'
  | 'editLists'
  | 'flashing'
  | 'safeArea'
  | 'contrast'

/** The result of checking the finished file. */
export type OutputChecks = {
  isPassed: boolean
  items: OutputCheck[]
  loudness: { integratedLufs: number; truePeakDbtp: number } | null
  flashesPerSec: number
  /** Whether the platforms it may be meant for would accept it. */
  platforms: Record<Platform, PlatformVerdict>
}

/** Canvas loops, a store's motion artwork, vertical feeds, and video sites. */
export type Platform = 'STREAMER_CANVAS' | 'STORE_MOTION' | 'VERTICAL_FEED' | 'VIDEOSITE'

/** Why a platform would refuse a video; empty if it would accept it. */
export type PlatformVerdict = { status: 'PASS' | 'FAIL'; reasons: string[] }

/** Something that did not stop the render, but that its owner should know. */
export type RenderWarning = {
  code: string
  message: string
  /** What was asked for, where, and what was used instead. */
  change?: { field: string; wished: string; used: string }
}

/** How many segments a video has, and how many of them were kept from before instead of being encoded. */
export type SegmentCount = { total: number; kept: number }

/** Where a song begins in a video of several. */
export type VideoChapter = { title: string; startSecs: number }

/** A finished video. */
export type RenderedVideo = {
  file: string
  bytes: number
  sha256: string
  /** A JPEG of the frame that shows the most, beside the file. */
  poster: string
  durationSecs: number
  frames: number
  fps: number
  excerpt: ChosenExcerpt
  /** Of a video with several songs. */
  chapters?: VideoChapter[]
  checks: OutputChecks
  /** Of a video with lyrics in which something is sung. */
  captions?: Captions
  warnings: RenderWarning[]
  segments: SegmentCount
  /** Milliseconds of wall time per stage. */
  stages: Record<RenderStage, number>
  /** Processor time of the process that made it, from its start. */
  cpuSecs: number
  peakMemoryMb: number
}
