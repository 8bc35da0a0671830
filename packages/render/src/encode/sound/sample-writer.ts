import { RenderError } from '@songreel/kit/core'
import { AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S32 } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

const S32_PEAK = 2 ** 31

/** Writes samples (-1..1, one array per channel) into a frame in the frame's own sample format. */
export function writeSamples(frame: Frame, channels: Float32Array[], count: number): void {
  const planes = frame.data
  if (!planes?.[0]) throw new RenderError('INTERNAL', 'A frame for samples has no memory.')
  if (frame.format === AV_SAMPLE_FMT_FLTP) {
    for (const [index, plane] of planes.entries())
      viewOn(Float32Array, plane, count).set(channels[index]?.subarray(0, count) ?? [])
  } else if (frame.format === AV_SAMPLE_FMT_FLT) {
    interleave(viewOn(Float32Array, planes[0], count * channels.length), channels, count)
  } else if (frame.format === AV_SAMPLE_FMT_S32) {
    interleaveRounded(viewOn(Int32Array, planes[0], count * channels.length), channels, count)
  } else {
    throw new RenderError('INTERNAL', `No writer for sample format ${frame.format}.`)
  }
}

function viewOn<T>(
  type: new (buffer: ArrayBufferLike, start: number, length: number) => T,
  data: Uint8Array,
  length: number,
): T {
  return new type(data.buffer, data.byteOffset, length)
}

function interleave(target: Float32Array, channels: Float32Array[], count: number): void {
  const step = channels.length
  channels.forEach((channel, index) => {
    for (let i = 0; i < count; i++) target[i * step + index] = channel[i]!
  })
}

function interleaveRounded(target: Int32Array, channels: Float32Array[], count: number): void {
  const step = channels.length
  channels.forEach((channel, index) => {
    for (let i = 0; i < count; i++) {
      const value = Math.round(channel[i]! * S32_PEAK)
      target[i * step + index] = Math.max(-S32_PEAK, Math.min(S32_PEAK - 1, value))
    }
  })
}
