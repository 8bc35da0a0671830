import type { AudioKernels } from '../kernels/kernels.ts'

/** Samples that are taken in at once. */
const BLOCK = 4096

/** Takes samples in pieces of any length and hands them on as overlapping frames. */
export type Framer = {
  /** No more frames than this are handed on at once. */
  readonly mostFrames: number
  push(samples: Float32Array): void
  /** Hands on the frames that reach beyond the last sample; what lies beyond is silent. */
  finish(): void
}

/** So many frames lie from here on in the kernels' memory, each a hop after the one before. */
export type OnFrames = (pointer: number, count: number) => void

/** Frame i is centred on sample `i * hop`: what is drawn at a moment shows the sound around that moment. */
export function createFramer(
  kernels: AudioKernels,
  { size, hop }: { size: number; hop: number },
  onFrames: OnFrames,
): Framer {
  const buffer = kernels.floats(size + BLOCK)
  let filled = size / 2
  let samplesLeft = 0

  const take = (samples: Float32Array) => {
    buffer.values.set(samples, filled)
    filled += samples.length
    const whole = Math.floor((filled - size) / hop) + 1
    const count = Math.max(0, Math.min(whole, Math.ceil(samplesLeft / hop)))
    if (count === 0) return
    onFrames(buffer.pointer, count)
    samplesLeft -= count * hop
    buffer.values.copyWithin(0, count * hop, filled)
    filled -= count * hop
  }
  return {
    mostFrames: Math.ceil(BLOCK / hop),
    push(samples) {
      for (let from = 0; from < samples.length; from += BLOCK) {
        const part = samples.subarray(from, from + BLOCK)
        samplesLeft += part.length
        take(part)
      }
    },
    finish: () => take(new Float32Array(size)),
  }
}
