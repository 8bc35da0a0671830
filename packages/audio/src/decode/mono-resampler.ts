import { AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { SoftwareResampleContext } from 'node-av/lib'
import { checkConverted } from './resampler.ts'

/** More than FFmpeg's filter holds back: what comes out at once besides the samples that were put in. */
const HELD_SAMPLES = 1024

/** Mixes two channels to one at another rate; what comes out is valid until the next call. */
export type MonoResampler = {
  /** Takes in the first `count` samples of both channels. */
  push(channels: readonly Float32Array<ArrayBuffer>[], count: number): Float32Array
  /** What is left inside. */
  finish(): Float32Array
  free(): void
}

/** Taps per phase, where FFmpeg takes 32 by itself. */
const SHORT_FILTER = 8

/** What becomes the one channel: what both have in common, or what tells them apart. */
const MIXES = { MIDDLE: [0.5, 0.5], SIDES: [0.5, -0.5] }

/** Blocks of stereo floats become mono at the wanted rate; a block has at most `blockSamples`. */
export function createMonoResampler(
  fromRate: number,
  toRate: number,
  blockSamples: number,
  mix: keyof typeof MIXES = 'MIDDLE',
): MonoResampler {
  const context = new SoftwareResampleContext()
  const [from, to, form] = [AV_CHANNEL_LAYOUT_STEREO, AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLTP]
  checkConverted(context.allocSetOpts2(to, form, toRate, from, form, fromRate))
  // What tells the channels apart is only measured, roughly: a short filter does.
  if (mix === 'SIDES') context.setOption('filter_size', SHORT_FILTER)
  checkConverted(context.setMatrix(MIXES[mix], 2))
  checkConverted(context.init())
  const capacity = Math.ceil((blockSamples * toRate) / fromRate) + HELD_SAMPLES
  const output = new Float32Array(capacity)
  const target = [Buffer.from(output.buffer)]
  const convert = (planes: Buffer[] | null, count: number): Float32Array => {
    const converted = context.convertSync(target, capacity, planes, count)
    checkConverted(converted)
    return output.subarray(0, converted)
  }
  return {
    push: (channels, count) =>
      convert(
        channels.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
        count,
      ),
    finish: () => convert(null, 0),
    free: () => context.free(),
  }
}
