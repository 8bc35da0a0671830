import type { AudioFileInfo, AudioReadOptions } from '../audio-source.ts'
import type { Pcm } from '../pcm.ts'
import { openAudio } from './open-audio.ts'

const BLOCK_SAMPLES = 65_536

/** Decodes a stretch of a song into memory; for whole songs of unknown length read from `openAudio` instead. */
export async function decodeAudio(
  path: string,
  options: AudioReadOptions = {},
): Promise<Pcm & { info: AudioFileInfo }> {
  const source = await openAudio(path, options)
  try {
    const blocks: Float32Array[][] = []
    let sampleCount = 0
    while (true) {
      const block = Array.from({ length: source.channelCount }, () => new Float32Array(BLOCK_SAMPLES))
      const count = await source.read(block)
      if (count === 0) break
      blocks.push(block.map((samples) => samples.subarray(0, count)))
      sampleCount += count
    }
    const channels = Array.from({ length: source.channelCount }, (_, channel) =>
      join(
        blocks.flatMap((block) => block[channel] ?? []),
        sampleCount,
      ),
    )
    return { info: source.info, sampleRate: source.sampleRate, channels }
  } finally {
    source.close()
  }
}

function join(blocks: Float32Array[], sampleCount: number): Float32Array {
  const samples = new Float32Array(sampleCount)
  let at = 0
  for (const block of blocks) {
    samples.set(block, at)
    at += block.length
  }
  return samples
}
