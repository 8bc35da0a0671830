/** How many log-spaced bands a track carries per frame. */
export const BAND_COUNT = 64

/** Below this confidence `beat` follows what else the music does, because a wrong grid looks worse than none. */
export const GRID_CONFIDENCE = 0.3

/** A part of the song as it lies in the excerpt; times count from the excerpt's start. */
export type TrackSection = { startSecs: number; endSecs: number; label: string; energy: number }

/** The music of one render, one value per frame: plain data on shared memory, so threads read it without a copy. */
export type AudioTrackData = {
  fps: number
  frameCount: number
  /** Where the excerpt starts in the song. */
  startSecs: number
  durationSecs: number
  bpm: number
  confidence: number
  /** `frameCount` rows of `BAND_COUNT`, 0..1. */
  bands: Float32Array
  bass: Float32Array
  loudness: Float32Array
  beat: Float32Array
  downbeat: Float32Array
  glow: Float32Array
  onset: Float32Array
  barPosition: Float32Array
  /** Peak amplitude over the excerpt, 0..1 of the excerpt's highest. */
  peaks: Float32Array
  sections: TrackSection[]
  /** Seconds from the excerpt's start; without a trusted beat what happens, and where phrases begin. Empty in silence. */
  beatSecs: number[]
  downbeatSecs: number[]
}

/** Any frame: the track needs its number only. */
export type FrameNumber = { readonly index: number }

/** The music as templates see it: every value is a pure function of the frame. */
export type AudioTrack = {
  readonly fps: number
  readonly frameCount: number
  readonly startSecs: number
  readonly durationSecs: number
  readonly bpm: number
  readonly confidence: number
  /** Seconds from the excerpt's start. Without a trusted beat: struck notes, changes of chord and sound. */
  readonly beatSecs: readonly number[]
  /** Without a trusted beat: where phrases begin, going on evenly where nothing happens. */
  readonly downbeatSecs: readonly number[]
  readonly sections: readonly TrackSection[]
  /** 64 levels 0..1 from 45 to 9500 Hz. A view on the track's memory: read it, never write it. */
  bands(frame: FrameNumber): Float32Array
  /** Like `beat` and `glow`, it never rises far more than three times a second: large areas may follow. */
  bass(frame: FrameNumber): number
  loudness(frame: FrameNumber): number
  /**
   * Jumps to 1 on a downbeat and 0.6 on other beats, then fades (0.2 s). If the beat is unsure, it jumps to 1 where a
   * phrase begins and less high where else something happens, and fades slower (0.35 s).
   */
  beat(frame: FrameNumber): number
  /** Like `beat`, for downbeats only. */
  downbeat(frame: FrameNumber): number
  /**
   * The bass with a slow release (0.3 s): for light, which must not flicker. If the beat is unsure, it swells with the
   * loudness, too, and so does `bass`.
   */
  glow(frame: FrameNumber): number
  /** Every hit, however fast they come: for small things, because a large one would flash. */
  onset(frame: FrameNumber): number
  /** 0..1 within the bar, or within the phrase if the beat is unsure. */
  barPosition(frame: FrameNumber): number
  section(frame: FrameNumber): TrackSection
  /** The excerpt's peaks 0..1 in `count` columns. */
  waveform(count: number): Float32Array
}

/** Gives a track's data its functions; cheap, so every thread makes its own on the shared memory. */
export function createAudioTrack(data: AudioTrackData): AudioTrack {
  const at = (curve: Float32Array) => (frame: FrameNumber) => curve[clampIndex(frame.index, data)] ?? 0
  return {
    fps: data.fps,
    frameCount: data.frameCount,
    startSecs: data.startSecs,
    durationSecs: data.durationSecs,
    bpm: data.bpm,
    confidence: data.confidence,
    beatSecs: data.beatSecs,
    downbeatSecs: data.downbeatSecs,
    sections: data.sections,
    bands: (frame) => {
      const start = clampIndex(frame.index, data) * BAND_COUNT
      return data.bands.subarray(start, start + BAND_COUNT)
    },
    bass: at(data.bass),
    loudness: at(data.loudness),
    beat: at(data.beat),
    downbeat: at(data.downbeat),
    glow: at(data.glow),
    onset: at(data.onset),
    barPosition: at(data.barPosition),
    section: (frame) => findSection(data, clampIndex(frame.index, data) / data.fps),
    waveform: (count) => foldPeaks(data.peaks, count),
  }
}

/** A track without music: for templates that need none, and for songs that are not there yet. */
export function silentAudioTrackData(frameCount: number, fps: number): AudioTrackData {
  const durationSecs = frameCount / fps
  const silence = () => sharedFloats(frameCount)
  return {
    fps,
    frameCount,
    startSecs: 0,
    durationSecs,
    bpm: 0,
    confidence: 0,
    bands: sharedFloats(frameCount * BAND_COUNT),
    bass: silence(),
    loudness: silence(),
    beat: silence(),
    downbeat: silence(),
    glow: silence(),
    onset: silence(),
    barPosition: silence(),
    peaks: sharedFloats(1),
    sections: [{ startSecs: 0, endSecs: durationSecs, label: 'A', energy: 0 }],
    beatSecs: [],
    downbeatSecs: [],
  }
}

/** Floats on shared memory: passed to a thread, they are the same memory there. */
export function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT))
}

function clampIndex(index: number, { frameCount }: AudioTrackData): number {
  return Math.max(0, Math.min(frameCount - 1, Math.round(index)))
}

function findSection({ sections }: AudioTrackData, secs: number): TrackSection {
  return sections.find((section) => secs < section.endSecs) ?? sections[sections.length - 1]!
}

/** Each column takes the highest peak of its stretch; with more columns than peaks, the nearest one. */
function foldPeaks(peaks: Float32Array, count: number): Float32Array {
  const columns = new Float32Array(count)
  for (let column = 0; column < count; column++) {
    const from = Math.min(peaks.length - 1, Math.floor((column * peaks.length) / count))
    const to = Math.max(from + 1, Math.floor(((column + 1) * peaks.length) / count))
    let highest = 0
    for (let i = from; i < to; i++) highest = Math.max(highest, peaks[i] ?? 0)
    columns[column] = highest
  }
  return columns
}
