import { RenderError } from '@songreel/kit/core'
import { AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S32 } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

const S32_PEAK = 2 ** 31

/** A decoded frame's samples (-1..1), one array per channel, in fresh memory. */
export function readSamples(frame: Frame): Float32Array[] {
  const { nbSamples: count, channels: channelCount, format, data: planes } = frame
  if (!planes?.[0]) throw new RenderError('INTERNAL', 'A decoded frame has no samples.')
  if (format === AV_SAMPLE_FMT_FLTP) {
    return planes
      .slice(0, channelCount)
      .map(({ buffer, byteOffset }) => new Float32Array(buffer, byteOffset, count).slice())
  }
  const numbers = Array.from({ length: channelCount }, (_, channel) => channel)
  const { buffer, byteOffset } = planes[0]
  if (format === AV_SAMPLE_FMT_FLT) {
    const samples = new Float32Array(buffer, byteOffset, count * channelCount)
    return numbers.map((channel) => pick(samples, channel, channelCount, 1))
  }
  if (format === AV_SAMPLE_FMT_S32) {
    const samples = new Int32Array(buffer, byteOffset, count * channelCount)
    return numbers.map((channel) => pick(samples, channel, channelCount, S32_PEAK))
  }
  throw new RenderError('INTERNAL', `No reader for sample format ${format}.`)
}

function pick(samples: Float32Array | Int32Array, channel: number, step: number, peak: number): Float32Array {
  return Float32Array.from({ length: samples.length / step }, (_, i) => samples[i * step + channel]! / peak)
}
