import { RenderError } from '@songreel/kit/core'
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLTP,
  type AVSampleFormat,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  avGetBytesPerSample,
  avSampleFmtIsPlanar,
  type ChannelLayout,
  FFmpegError,
  type Frame,
  SoftwareResampleContext,
} from 'node-av/lib'
import { createKernels } from '../kernels/kernels.ts'

/** Beyond full scale by this much is no sound but a broken float file. */
const MAX_AMPLITUDE = 4

/** How samples come in. */
export type SampleForm = { format: AVSampleFormat; sampleRate: number; layout: ChannelLayout }

/** Converts frames to planar floats; handing over many at once costs less than each by itself. */
export type Resampler = {
  /** What the last `pull` brought, one array per channel. */
  readonly output: readonly Float32Array[]
  /** Takes in a frame without its first samples. */
  push(frame: Frame, dropped: number): void
  /** Converts what was taken in, as much as there is room for, at the end also what is left inside; returns how many samples came out. */
  pull(isEnd: boolean): number
  free(): void
}

/** Samples that come out at once; a pull that brings fewer has brought all. */
export const PULLED_SAMPLES = 16_384

/** Floats at the wanted rate, mono or stereo; more channels are mixed down without getting louder than full scale. */
export function createResampler(input: SampleForm, sampleRate: number, channelCount: 1 | 2): Resampler {
  const context = new SoftwareResampleContext()
  const layout = channelCount === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO
  const form = { ...input, layout: nameLayout(input.layout) }
  checkConverted(
    context.allocSetOpts2(layout, AV_SAMPLE_FMT_FLTP, sampleRate, form.layout, form.format, form.sampleRate),
  )
  context.setOption('rematrix_maxval', 1)
  checkConverted(context.init())
  const kernels = createKernels()
  const output = Array.from({ length: channelCount }, () => kernels.floats(PULLED_SAMPLES))
  const buffers = output.map(({ values }) => Buffer.from(values.buffer, values.byteOffset, values.byteLength))
  // Without input FFmpeg would take it for the end.
  const nothing = Array.from({ length: form.layout.nbChannels }, () => Buffer.alloc(8))
  return {
    output: output.map(({ values }) => values),
    push(frame, dropped) {
      // FFmpeg takes a frame only in the very form that was named, and only as a whole.
      if (dropped === 0 && context.convertFrame(null, frame) >= 0) return
      checkConverted(context.convertSync(buffers, 0, dropSamples(frame, dropped), frame.nbSamples - dropped))
    },
    pull(isEnd) {
      const converted = context.convertSync(buffers, PULLED_SAMPLES, isEnd ? null : nothing, 0)
      checkConverted(converted)
      for (const { pointer } of output) kernels.run.tame(pointer, converted, MAX_AMPLITUDE)
      return converted
    },
    free: () => context.free(),
  }
}

/** The form of a decoded frame; it may change within a damaged or chained file. */
export function readForm(frame: Frame): SampleForm {
  return { format: frame.format as AVSampleFormat, sampleRate: frame.sampleRate, layout: frame.channelLayout }
}

/** A frame's planes without its first samples. */
function dropSamples(frame: Frame, count: number): Buffer[] | null {
  if (count === 0) return frame.data
  const format = frame.format as AVSampleFormat
  const isPlanar = avSampleFmtIsPlanar(format)
  const bytes = count * avGetBytesPerSample(format) * (isPlanar ? 1 : frame.channels)
  return frame.data?.map((plane) => plane.subarray(bytes)) ?? null
}

/** Whether a frame can go through a resampler made for `form`. One or two channels mean the same in every layout. */
export function hasForm(frame: Frame, { format, sampleRate, layout }: SampleForm): boolean {
  const { nbChannels } = layout
  return (
    frame.format === format &&
    frame.sampleRate === sampleRate &&
    frame.channels === nbChannels &&
    (nbChannels <= 2 || frame.channelLayout.mask === layout.mask)
  )
}

function nameLayout(layout: ChannelLayout): ChannelLayout {
  return layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout
}

/** What FFmpeg's resampler returns below zero is no count. */
export function checkConverted(result: number): void {
  if (result >= 0) return
  throw new RenderError(
    'ASSET_CORRUPT',
    'The sound cannot be converted.',
    { result },
    { cause: new FFmpegError(result) },
  )
}
