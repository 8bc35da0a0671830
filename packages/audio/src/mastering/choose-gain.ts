import type { Loudness } from '../audio-analysis.ts'
import type { AudioSource } from '../audio-source.ts'
import { createLoudnessMeter } from '../loudness/loudness-meter.ts'
import { type Mastering, masterSource } from './master-source.ts'

const BLOCK_SAMPLES = 8192

/** Quieter than this there is no music whose level could be changed; shorter than a block of the meter, too. */
const SILENT_LUFS = -60

/** Peaks are pushed at most this far into the limiter: more would be heard, so a very dynamic song stays below the target. */
const MOST_LIMITING_DB = 9

/** Holding peaks takes loudness away; as long as it is more than this, the gain is raised once more. */
const CLOSE_LU = 0.2
const TRIES = 3

/** Opens the sound that the gain is for, from the excerpt's first sample to its last. */
export type OpenPart = () => Promise<AudioSource>

/** The one gain that brings a part of a song to a loudness, peaks held. */
export async function chooseGain(
  openPart: OpenPart,
  targetLufs: number,
  mastering: Omit<Mastering, 'gainDb'>,
): Promise<number> {
  const untouched = { ...mastering, gainDb: 0, ceilingDbtp: Number.POSITIVE_INFINITY }
  const { integratedLufs, truePeakDbtp } = await measure(openPart, untouched)
  if (integratedLufs < SILENT_LUFS) return 0
  const mostDb = mastering.ceilingDbtp + MOST_LIMITING_DB - truePeakDbtp
  let gainDb = Math.min(mostDb, targetLufs - integratedLufs)
  for (let attempt = 1; attempt < TRIES && gainDb < mostDb; attempt++) {
    if (truePeakDbtp + gainDb <= mastering.ceilingDbtp) break
    const short = targetLufs - (await measure(openPart, { ...mastering, gainDb })).integratedLufs
    if (Math.abs(short) <= CLOSE_LU) break
    gainDb = Math.min(mostDb, gainDb + short)
  }
  return gainDb
}

async function measure(openPart: OpenPart, mastering: Mastering): Promise<Loudness> {
  const source = masterSource(await openPart(), 0, mastering)
  try {
    const meter = createLoudnessMeter(source.sampleRate, source.channelCount)
    const block = Array.from({ length: source.channelCount }, () => new Float32Array(BLOCK_SAMPLES))
    for (let count = await source.read(block); count > 0; count = await source.read(block))
      meter.push(block, count)
    return meter.finish()
  } finally {
    source.close()
  }
}
