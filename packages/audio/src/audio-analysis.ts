/** Everything the engine knows about one song; made once per content hash, then read by every render of it. */
export type AudioAnalysis = {
  /** SHA-256 of the file's bytes, in hex. */
  sha256: string
  durationSecs: number
  /** As found in the file, before any conversion. */
  sampleRate: number
  channelCount: number
  codec: string
  loudness: Loudness
  tempo: Tempo
  /** Absent when the song is silent or has no clear pitch. */
  key?: MusicalKey
  beats: Beat[]
  onsets: Onset[]
  sections: Section[]
  /** The three best excerpts of about 15 s; other lengths come from `chooseExcerpts`. */
  excerpts: Excerpt[]
  spectrum: Spectrum
  envelope: Envelope
  moments: Moments
  voice: VoiceLevels
}

/** ITU-R BS.1770-4; a mono song counts on both loudspeakers, as the video plays it. Silence is -70 LUFS. */
export type Loudness = { integratedLufs: number; truePeakDbtp: number }

/** `confidence` 0..1: below 0.3 nothing should follow the beat grid. `isSteady`: one tempo fits the whole song. */
export type Tempo = { bpm: number; confidence: number; isSteady: boolean }

/** For example `A minor`; `confidence` 0..1 is the distance to the next best key. */
export type MusicalKey = { name: string; confidence: number }

export type Beat = { secs: number; isDownbeat: boolean }

/** Where a sound starts; `strength` 0..1 relative to the strongest of the song. */
export type Onset = { secs: number; strength: number }

/** A part of the song; parts with the same `label` (A, B, C ...) sound alike. `energy` 0..1 within the song. */
export type Section = { startSecs: number; endSecs: number; label: string; energy: number }

/** A good moment of the song, on whole bars where there is a beat; `reasons` are short clauses for people. */
export type Excerpt = { startSecs: number; endSecs: number; score: number; reasons: string[] }

/** Level over time in 64 log bands (45 to 9500 Hz) and one bass column: row i is centred on second i / rateHz. */
export type Spectrum = {
  rateHz: number
  bandCount: number
  /** Rows of `bandCount` values; value v stands for `v * SPECTRUM_STEP_DB + SPECTRUM_FLOOR_DB` decibels. */
  bands: Uint8Array
  /** One value per row, same scale: 40 to 150 Hz in a short window, so that kicks keep their place. */
  bass: Uint8Array
  /** K-weighted loudness of the 400 ms around each tenth of a second, in LUFS. */
  momentaryLufs: Float32Array
}

/** Peak amplitude of the mono mix over time, 0..65535 for 0..1; drawn as a waveform. */
export type Envelope = { rateHz: number; peaks: Uint16Array }

/**
 * How strong the range of the voice is in the middle of the picture of sound, where singers stand: value i is around second
 * i / rateHz, on the scale of the spectrum.
 */
export type VoiceLevels = { rateHz: number; levels: Uint8Array }

/** What is known per beat (or per half second without a beat): the ground on which excerpts are chosen. */
export type Moments = {
  startSecs: Float64Array
  isBarStart: Uint8Array
  /** Loudness 0..1 within the song. */
  energy: Float32Array
  /** How much happens: onset strength 0..1. */
  activity: Float32Array
  /** How much the music changes here, 0..1. */
  novelty: Float32Array
  /** How often what starts here comes again elsewhere, 0..1. */
  repetition: Float32Array
}

/** Decibels per step of a stored spectrum value. */
export const SPECTRUM_STEP_DB = 0.4

/** Decibels of the stored spectrum value 0. */
export const SPECTRUM_FLOOR_DB = -90
