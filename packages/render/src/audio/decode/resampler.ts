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
import { RenderError } from '../../errors.ts'

/** Beyond full scale by this much is no sound but a broken float file. */
const MAX_AMPLITUDE = 4

/** How samples come in. */
export type SampleForm = { format: AVSampleFormat; sampleRate: number; layout: ChannelLayout }

/** Converts samples to planar floats; the results lie in `output` until the next call. */
export type Resampler = {
  readonly output: Float32Array[]
  /** Converts `count` samples (none: what is left inside at the end) and returns how many came out. */
  convert(planes: Buffer[] | null, count: number): number
  free(): void
}

/** Floats at the wanted rate, mono or stereo; more channels are mixed down without getting louder than full scale. */
export function createResampler(input: SampleForm, sampleRate: number, channelCount: 1 | 2): Resampler {
  const context = new SoftwareResampleContext()
  const layout = channelCount === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO
  const form = { ...input, layout: nameLayout(input.layout) }
  check(
    context.allocSetOpts2(layout, AV_SAMPLE_FMT_FLTP, sampleRate, form.layout, form.format, form.sampleRate),
  )
  context.setOption('rematrix_maxval', 1)
  check(context.init())
  let buffers: Buffer[] = []
  const resampler = {
    output: [] as Float32Array[],
    convert(planes: Buffer[] | null, count: number): number {
      const capacity = context.getOutSamples(count)
      if (capacity > (resampler.output[0]?.length ?? 0)) {
        buffers = Array.from({ length: channelCount }, () => Buffer.from(new ArrayBuffer(capacity * 4)))
        resampler.output = buffers.map(
          (buffer) => new Float32Array(buffer.buffer, buffer.byteOffset, capacity),
        )
      }
      if (capacity <= 0) return 0
      const converted = context.convertSync(buffers, capacity, planes, count)
      check(converted)
      for (const samples of resampler.output) tame(samples, converted)
      return converted
    },
    free: () => context.free(),
  }
  return resampler
}

/** The form of a decoded frame; it may change within a damaged or chained file. */
export function readForm(frame: Frame): SampleForm {
  return { format: frame.format as AVSampleFormat, sampleRate: frame.sampleRate, layout: frame.channelLayout }
}

/** A frame's planes without its first samples. */
export function dropSamples(frame: Frame, count: number): Buffer[] | null {
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

/** NaN and infinity in a float file would spread through every filter behind. */
function tame(samples: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const sample = samples[i]!
    if (sample >= -MAX_AMPLITUDE && sample <= MAX_AMPLITUDE) continue
    samples[i] = Number.isNaN(sample) ? 0 : Math.sign(sample) * MAX_AMPLITUDE
  }
}

function check(result: number): void {
  if (result >= 0) return
  throw new RenderError(
    'ASSET_CORRUPT',
    'The sound cannot be converted.',
    { result },
    { cause: new FFmpegError(result) },
  )
}
