import type { Loudness } from '@songreel/audio'
import { createLoudnessMeter } from '@songreel/audio/engine'
import { OUTPUT_CHANNEL_COUNT, OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import { LAG_WINDOW, measureLag } from './sync-lag.ts'

/** Where the output is compared with the song, as shares of its length: near the start, twice between, near the end. */
const PLACES = [0.04, 0.35, 0.65, 0.94]

/** What measuring the output found. */
export type SoundFacts = {
  loudness: Loudness | null
  /** How late the sound is where it is worst; null where silence leaves nothing to compare. */
  lagSecs: number | null
}

/** Reads the song's mono mix from this second of the excerpt on. */
export type SongReader = {
  read(startSecs: number, samples: number): Promise<Float32Array>
  /** Where to compare, in seconds of the video. Unset: at a few shares of its length. */
  places?: readonly number[]
}

/** Measures an output from start to end. */
export type SoundCheck = {
  push(channels: Float32Array[], startSecs: number): void
  finish(): Promise<SoundFacts>
}

/** Measures loudness, and compares a few places with the song itself. */
export function createSoundCheck(durationSecs: number, readSong: SongReader | null): SoundCheck {
  const meter = createLoudnessMeter(OUTPUT_SAMPLE_RATE, OUTPUT_CHANNEL_COUNT)
  const samples = Math.round(durationSecs * OUTPUT_SAMPLE_RATE)
  const places = planPlaces(samples, readSong?.places).map(createPlace)
  let hasSound = false
  return {
    push(channels, startSecs) {
      hasSound = true
      meter.push(channels, countSamples(channels))
      const startSample = Math.round(startSecs * OUTPUT_SAMPLE_RATE)
      for (const place of places) place.push(channels, startSample)
    },
    async finish() {
      if (!hasSound) return { loudness: null, lagSecs: null }
      let worst: number | null = null
      for (const { startSample, output } of readSong ? places : []) {
        const reference = await readSong!.read(startSample / OUTPUT_SAMPLE_RATE, LAG_WINDOW.samples)
        const lag = measureLag({ reference, output })
        if (lag !== undefined && Math.abs(lag) >= Math.abs(worst ?? 0)) worst = lag
      }
      const { integratedLufs, truePeakDbtp } = meter.finish()
      return {
        loudness: { integratedLufs, truePeakDbtp },
        lagSecs: worst === null ? null : worst / OUTPUT_SAMPLE_RATE,
      }
    },
  }
}

/** Each lies within the video; one that is shorter than what is compared has none. */
function planPlaces(samples: number, givenSecs: readonly number[] | undefined): number[] {
  const last = samples - LAG_WINDOW.samples
  const wanted = givenSecs?.map((secs) => secs * OUTPUT_SAMPLE_RATE) ?? PLACES.map((share) => share * samples)
  return last < 0 ? [] : [...new Set(wanted.map((sample) => Math.min(last, Math.round(sample))))]
}

function countSamples([first]: Float32Array[]): number {
  return first?.length ?? 0
}

/** Keeps the mono mix of the stretch around one place. */
function createPlace(startSample: number) {
  const output = new Float32Array(LAG_WINDOW.samples + 2 * LAG_WINDOW.reach)
  const firstSample = startSample - LAG_WINDOW.reach
  return {
    startSample,
    output,
    push(channels: Float32Array[], from: number): void {
      const length = countSamples(channels)
      const start = Math.max(firstSample, from)
      const end = Math.min(firstSample + output.length, from + length)
      for (let sample = start; sample < end; sample++) {
        let sum = 0
        for (const channel of channels) sum += channel[sample - from]!
        output[sample - firstSample] = sum / channels.length
      }
    },
  }
}
