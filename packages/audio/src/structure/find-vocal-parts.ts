import { type AudioAnalysis, SPECTRUM_STEP_DB } from '../audio-analysis.ts'

/** A stretch of the song. */
type Part = { startSecs: number; endSecs: number }

/** What a voice is heard by: 300 to 3400 Hz, as on the telephone; see `Spectrum` for the bands. */
const [FIRST_BAND, LAST_BAND] = [23, 51]

/** A voice is held, a drum is not: the level that a window has for most of its time. */
const WINDOW_SECS = 1.5
const HELD_SHARE = 0.4

/** Notes are held for longer than between two of these. */
const LOOKS_PER_SEC = 10

/** So far below the fullest passages nobody sings over the music. */
const REACH_DB = 10
/** A breath does not end a part, and a single sound does not make one. */
const MAX_BREATH_SECS = 2
const MIN_PART_SECS = 3

/**
 * Where somebody may be singing: where the range of the voice is filled for as long as notes are held. Instruments fill
 * it too, so this finds intros, breaks and endings without a voice, and no more; all of the song where nothing stands out.
 */
export function findVocalParts({
  spectrum,
  durationSecs,
}: Pick<AudioAnalysis, 'spectrum' | 'durationSecs'>): Part[] {
  const stride = Math.max(1, Math.round(spectrum.rateHz / LOOKS_PER_SEC))
  const rateHz = spectrum.rateHz / stride
  const held = measureHeld(readVoiceLevels(spectrum, stride), Math.max(1, Math.round(WINDOW_SECS * rateHz)))
  const fullest = held.toSorted()[Math.floor(held.length * 0.9)] ?? 0
  const threshold = fullest - REACH_DB / SPECTRUM_STEP_DB
  const parts: Part[] = []
  for (const [row, level] of held.entries()) {
    if (level < threshold || level === 0) continue
    const startSecs = row / rateHz
    const endSecs = Math.min(durationSecs, (row + 1) / rateHz)
    const last = parts.at(-1)
    if (last && startSecs - last.endSecs < MAX_BREATH_SECS) last.endSecs = endSecs
    else parts.push({ startSecs, endSecs })
  }
  const long = parts.filter(({ startSecs, endSecs }) => endSecs - startSecs >= MIN_PART_SECS)
  return long.length > 0 ? long : [{ startSecs: 0, endSecs: durationSecs }]
}

/** The mean level of the voice's bands in every so many rows, in steps of the spectrum. */
function readVoiceLevels({ bands, bandCount }: AudioAnalysis['spectrum'], stride: number): Float32Array {
  const levels = new Float32Array(Math.ceil(bands.length / bandCount / stride))
  for (let look = 0; look < levels.length; look++) {
    const row = look * stride * bandCount
    const voice = bands.subarray(row + FIRST_BAND, row + LAST_BAND + 1)
    levels[look] = voice.reduce((sum, level) => sum + level, 0) / voice.length
  }
  return levels
}

/** For each row, what most of the window around it is at least. */
function measureHeld(levels: Float32Array, windowRows: number): Float32Array {
  const held = new Float32Array(levels.length)
  for (let row = 0; row < levels.length; row++) {
    const from = Math.max(0, row - Math.floor(windowRows / 2))
    const window = levels.slice(from, from + windowRows).sort()
    held[row] = window[Math.floor(window.length * HELD_SHARE)] ?? 0
  }
  return held
}
