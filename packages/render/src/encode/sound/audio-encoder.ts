import type { AudioSource } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import { AV_CODEC_FLAG_GLOBAL_HEADER } from 'node-av/constants'
import { avChannelLayoutDefault, Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { AudioCodec } from '../codecs/codec.ts'
import { writeSamples } from './sample-writer.ts'

/** Every output has this rate and two channels, whatever the song came in. */
export const OUTPUT_SAMPLE_RATE = 48_000
export const OUTPUT_CHANNEL_COUNT = 2

/** Uncompressed sound has no frame size of its own. */
const PCM_FRAME_SAMPLES = 1024

/** One packet of sound; times in samples from the start of the video. */
export type AudioPacket = { data: Uint8Array; pts: number; samples: number }

/** Encodes a song's excerpt piece by piece, just ahead of the pictures. */
export type AudioEncoder = {
  readonly context: CodecContext
  /** The packets that start before this second and were not handed out yet. */
  encodeUntil(secs: number): Promise<AudioPacket[]>
  free(): void
}

/** `openSource` gives the song from `leadSecs` before the excerpt to its end: context for the encoder's first packet. */
export type AudioEncoderInput = {
  codec: AudioCodec
  durationSecs: number
  openSource(leadSecs: number): Promise<AudioSource>
}

/** An encoder whose packets start exactly with the excerpt's first sample. */
export async function createAudioEncoder({
  codec,
  durationSecs,
  openSource,
}: AudioEncoderInput): Promise<AudioEncoder> {
  const context = openAudioEncoder(codec)
  const frameSamples = context.frameSize || PCM_FRAME_SAMPLES
  const leadSamples = codec.omitsPriming ? frameSamples : 0
  const source = await openSource(leadSamples / OUTPUT_SAMPLE_RATE)
  const feed = createFeed(source, codec, frameSamples)
  const packet = new Packet()
  packet.alloc()
  const endSamples = Math.round(durationSecs * OUTPUT_SAMPLE_RATE)
  let fedSamples = -leadSamples
  let isFlushed = false
  let ready: AudioPacket[] = []

  const collect = () => {
    while (context.receivePacketSync(packet) >= 0) {
      const pts = Number(packet.pts)
      const samples = Math.min(Number(packet.duration) || frameSamples, endSamples - pts)
      const isPriming = codec.omitsPriming && pts < 0
      if (!isPriming && samples > 0) ready.push({ data: Uint8Array.from(packet.data!), pts, samples })
      packet.unref()
    }
  }

  const step = async () => {
    const samples = Math.min(frameSamples, endSamples - fedSamples)
    isFlushed = samples <= 0
    const frame = isFlushed ? null : await feed.next(samples, fedSamples)
    mustSucceed(context.sendFrameSync(frame), `encode sound with ${codec.encoder}`)
    fedSamples += samples
    collect()
  }

  return {
    context,
    async encodeUntil(secs) {
      const limit = secs * OUTPUT_SAMPLE_RATE
      while (!isFlushed && (ready.at(-1)?.pts ?? -1) < limit) await step()
      const taken = ready.filter((each) => each.pts < limit)
      ready = ready.slice(taken.length)
      return taken
    },
    free() {
      source.close()
      feed.free()
      packet.free()
      context.freeContext()
    },
  }
}

/** Opens the encoder, which has read nothing yet. */
export function openAudioEncoder(codec: AudioCodec): CodecContext {
  const encoder = Codec.findEncoderByName(codec.encoder)
  if (!encoder) throw new RenderError('INTERNAL', `This FFmpeg has no encoder ${codec.encoder}.`)
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.sampleRate = OUTPUT_SAMPLE_RATE
  context.channelLayout = avChannelLayoutDefault(OUTPUT_CHANNEL_COUNT)
  context.sampleFormat = codec.sampleFormat
  context.timeBase = new Rational(1, OUTPUT_SAMPLE_RATE)
  if (codec.bitRate) context.bitRate = BigInt(codec.bitRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  for (const [name, value] of Object.entries(codec.options)) {
    mustSucceed(context.setOption(name, value), `set ${codec.encoder} ${name}=${value}`)
  }
  mustSucceed(context.open2Sync(encoder, null), `open ${codec.encoder}`)
  return context
}

/** Reads the song into frames of the encoder's own sample format. */
function createFeed(source: AudioSource, codec: AudioCodec, frameSamples: number) {
  const channels = Array.from({ length: OUTPUT_CHANNEL_COUNT }, () => new Float32Array(frameSamples))
  const layout = avChannelLayoutDefault(OUTPUT_CHANNEL_COUNT)
  const frame = new Frame()
  frame.alloc()

  return {
    async next(samples: number, pts: number): Promise<Frame> {
      for (const channel of channels) channel.fill(0)
      await source.read(channels.map((channel) => channel.subarray(0, samples)))
      frame.unref()
      frame.format = codec.sampleFormat
      frame.nbSamples = samples
      frame.sampleRate = OUTPUT_SAMPLE_RATE
      frame.channelLayout = layout
      mustSucceed(frame.getBuffer(), 'allocate sound')
      writeSamples(frame, channels, samples)
      frame.pts = BigInt(pts)
      return frame
    },
    free: () => frame.free(),
  }
}
