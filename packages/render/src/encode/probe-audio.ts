import { openAudio } from '../audio/decode/open-audio.ts'
import type { MediaFacts, ProbeOptions } from './probe-media.ts'

const BLOCK_SAMPLES = 65_536

/** A song's facts after all of it was decoded: only so a cut-off or damaged one is found out. */
export async function probeAudio(path: string, { withLoudness }: ProbeOptions): Promise<MediaFacts> {
  const source = await openAudio(path)
  try {
    const meter = withLoudness ? await openMeter(source.sampleRate, source.channelCount) : undefined
    const block = Array.from({ length: source.channelCount }, () => new Float32Array(BLOCK_SAMPLES))
    let sampleCount = 0
    for (let count = await source.read(block); count > 0; count = await source.read(block)) {
      meter?.push(block, count)
      sampleCount += count
    }
    const measured = meter?.finish()
    return {
      kind: 'AUDIO',
      codec: source.info.codec,
      durationSecs: sampleCount / source.sampleRate,
      hasAudio: true,
      ...(measured && {
        loudness: { integratedLufs: measured.integratedLufs, truePeakDbtp: measured.truePeakDbtp },
      }),
    }
  } finally {
    source.close()
  }
}

async function openMeter(sampleRate: number, channelCount: number) {
  const { createLoudnessMeter } = await import('../audio/loudness/loudness-meter.ts')
  return createLoudnessMeter(sampleRate, channelCount)
}
