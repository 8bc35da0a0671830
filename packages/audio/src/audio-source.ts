/** What the file itself says about its sound. */
export type AudioFileInfo = {
  sampleRate: number
  channelCount: number
  codec: string
  /** Absent when the container only guesses. */
  declaredSecs?: number
}

/** Where to read and how: negative starts and ends past the song's end give silence. */
export type AudioReadOptions = {
  signal?: AbortSignal
  startSecs?: number
  endSecs?: number
  /** Default 48000; `SOURCE` keeps the file's own rate up to that. */
  sampleRate?: number | 'SOURCE'
  /** 1 mixes down to mono; default 2, a mono song on both. */
  channelCount?: 1 | 2
}

/** A song being decoded piece by piece; the samples lie exactly at `startSecs` of the song. */
export type AudioSource = {
  readonly info: AudioFileInfo
  readonly sampleRate: number
  readonly channelCount: 1 | 2
  /** Fills the given arrays (one per channel, all of one length); returns how many samples were there: fewer only at the end, then 0. */
  read(channels: Float32Array[]): Promise<number>
  /** Frees the native memory; call it always, also after an error. */
  close(): void
}
