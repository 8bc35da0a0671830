import { mapInPlace } from '@songreel/kit/core'
import type { AudioSource } from '../audio-source.ts'
import { applyDips, type Dip } from './dips.ts'
import { applyFades, type Fades } from './fades.ts'
import { createPeakLimiter } from './peak-limiter.ts'

/** What happens to the song's sound on its way into the video. */
export type Mastering = {
  fades: Fades
  /** One and the same for the whole excerpt: nothing pumps. */
  gainDb: number
  ceilingDbtp: number
  /** Where the sound is lowered a little more than the ceiling asks for. */
  dips: readonly Dip[]
}

/** The sound of `source`, whose first sample is sample `startSample` of the excerpt: faded, at its gain, peaks held. */
export function masterSource(source: AudioSource, startSample: number, mastering: Mastering): AudioSource {
  const { sampleRate, channelCount } = source
  const { fades, gainDb, ceilingDbtp, dips } = mastering
  const gain = toFactor(gainDb)
  const limiter = createPeakLimiter(sampleRate, { ceiling: toFactor(ceilingDbtp), channelCount })
  let readSamples = 0
  let writtenSamples = -limiter.delaySamples
  let lateSamples = limiter.delaySamples

  /** Past the source's end comes silence, until what is inside the limiter has come out. */
  const readNext = async (channels: Float32Array[]): Promise<number> => {
    const [{ length: wanted } = { length: 0 }] = channels
    const count = await source.read(channels)
    const at = { startSample: startSample + readSamples, sampleRate, fades }
    applyFades(channels, count, at)
    if (gain !== 1) for (const samples of channels) mapInPlace(samples, (sample) => sample * gain)
    readSamples += count
    const left = Math.min(wanted - count, lateSamples)
    lateSamples -= left
    limiter.process(channels, count + left)
    applyDips(channels, count + left, { startSample: startSample + writtenSamples, sampleRate, dips })
    writtenSamples += count + left
    return count + left
  }

  let isPrimed = false
  return {
    info: source.info,
    sampleRate,
    channelCount,
    read: async (channels) => {
      if (!isPrimed) {
        isPrimed = true
        // What comes out first is what the limiter held before there was sound.
        await readNext(channels.map(() => new Float32Array(limiter.delaySamples)))
      }
      return readNext(channels)
    },
    close: () => source.close(),
  }
}

/** Decibels as the factor that they stand for. */
function toFactor(decibels: number): number {
  return 10 ** (decibels / 20)
}
