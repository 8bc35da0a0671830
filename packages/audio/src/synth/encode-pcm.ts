import { RenderError } from '@songreel/kit/core'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_SAMPLE_FMT_FLTP,
  type AVSampleFormat,
  type FFEncoderCodec,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  type ChannelLayout,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  SoftwareResampleContext,
} from 'node-av/lib'
import type { Pcm } from '../pcm.ts'

const DEFAULT_FRAME_SAMPLES = 1024

/** The file to make: any encoder and container of the bundled FFmpeg. */
export type EncodeOptions = {
  encoder: string
  container: string
  bitRate?: number
  /** Unset: the encoder's favourite, 16 bits for FLAC. */
  sampleFormat?: AVSampleFormat
  metadata?: Record<string, string>
}

/** Writes an MP3 of 192 kbit/s. */
export function encodeMp3(pcm: Pcm, path: string, metadata: Record<string, string> = {}): void {
  encodePcm(pcm, path, { encoder: 'libmp3lame', container: 'mp3', bitRate: 192_000, metadata })
}

/** Writes sound as a file of any kind; for demo songs and test inputs, not for videos. */
export function encodePcm(pcm: Pcm, path: string, options: EncodeOptions): void {
  Log.setLevel(AV_LOG_FATAL)
  const encoder = openEncoder(pcm, options)
  const muxer = new FormatContext()
  try {
    check(muxer.allocOutputContext2(null, options.container, path), `open ${path}`)
    const stream = muxer.newStream(null)
    check(encoder.parametersFromContext(stream.codecpar), `describe ${path}`)
    stream.timeBase = encoder.timeBase
    if (options.metadata) muxer.metadata = Dictionary.fromObject(options.metadata)
    check(muxer.openOutputSync(), `open ${path}`)
    check(muxer.writeHeaderSync(null), `write ${path}`)
    writePackets(encoder, muxer, pcm)
    check(muxer.writeTrailerSync(), `finish ${path}`)
    muxer.closeOutputSync()
  } finally {
    encoder.freeContext()
    muxer.freeContext()
  }
}

function openEncoder(pcm: Pcm, { encoder: name, bitRate, sampleFormat }: EncodeOptions): CodecContext {
  const codec = Codec.findEncoderByName(name as FFEncoderCodec)
  if (!codec)
    throw new RenderError('INTERNAL', `This build of FFmpeg has no encoder ${name}.`, { encoder: name })
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = pcm.sampleRate
  context.channelLayout = chooseLayout(pcm)
  context.sampleFormat = sampleFormat ?? codec.sampleFormats?.[0] ?? AV_SAMPLE_FMT_FLTP
  context.timeBase = new Rational(1, pcm.sampleRate)
  if (bitRate) context.bitRate = BigInt(bitRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(context.open2Sync(codec, null), `open encoder ${name}`)
  return context
}

function writePackets(encoder: CodecContext, muxer: FormatContext, pcm: Pcm): void {
  const converter = new SoftwareResampleContext()
  const layout = chooseLayout(pcm)
  const { sampleRate } = pcm
  check(
    converter.allocSetOpts2(layout, encoder.sampleFormat, sampleRate, layout, AV_SAMPLE_FMT_FLTP, sampleRate),
    'convert samples',
  )
  check(converter.init(), 'convert samples')
  const packet = new Packet()
  packet.alloc()
  const stream = muxer.streams[0]!
  const drain = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0
      packet.rescaleTs(encoder.timeBase, stream.timeBase)
      check(muxer.interleavedWriteFrameSync(packet), 'write a packet')
      packet.unref()
    }
  }
  const size = encoder.frameSize || DEFAULT_FRAME_SAMPLES
  for (let start = 0; start < pcm.channels[0]!.length; start += size) {
    sendFrame(encoder, converter, pcm, start, size)
    drain()
  }
  check(encoder.sendFrameSync(null), 'finish the encoder')
  drain()
  packet.free()
  converter.free()
}

function sendFrame(
  encoder: CodecContext,
  converter: SoftwareResampleContext,
  pcm: Pcm,
  start: number,
  size: number,
): void {
  const count = Math.min(size, pcm.channels[0]!.length - start)
  const input = allocFrame(count, AV_SAMPLE_FMT_FLTP, pcm)
  const planes = input.data!
  pcm.channels.forEach((samples, channel) => {
    const plane = planes[channel]!
    new Float32Array(plane.buffer, plane.byteOffset, count).set(samples.subarray(start, start + count))
  })
  const output = allocFrame(count, encoder.sampleFormat, pcm)
  check(converter.convertFrame(output, input), 'convert samples')
  output.pts = BigInt(start)
  check(encoder.sendFrameSync(output), 'encode samples')
  input.free()
  output.free()
}

function allocFrame(count: number, format: CodecContext['sampleFormat'], pcm: Pcm): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.nbSamples = count
  frame.format = format
  frame.sampleRate = pcm.sampleRate
  frame.channelLayout = chooseLayout(pcm)
  check(frame.getBuffer(), 'allocate samples')
  return frame
}

function chooseLayout(pcm: Pcm): ChannelLayout {
  return avChannelLayoutDefault(pcm.channels.length)
}

function check(result: number, what: string): void {
  if (result >= 0) return
  throw new RenderError(
    'INTERNAL',
    `FFmpeg could not ${what}.`,
    { result },
    { cause: new FFmpegError(result) },
  )
}
