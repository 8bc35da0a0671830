import { avChannelLayoutDefault, Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { createKernels } from '../../audio/kernels/kernels.ts'
import { createTruePeakMeter } from '../../audio/loudness/true-peak.ts'
import { mustSucceed } from '../../container/native.ts'
import { readSamples } from '../../container/sample-reader.ts'
import { RenderError } from '../../errors.ts'
import { type AudioPacket, OUTPUT_CHANNEL_COUNT, OUTPUT_SAMPLE_RATE } from './audio-encoder.ts'

/** A packet that plays louder than the limit, in samples of the excerpt. */
export type Overshoot = { startSample: number; endSample: number; excessDb: number }

/** Plays encoded sound as a player would, and finds where its true peak is above a limit. */
export type OvershootFinder = { find(packets: AudioPacket[]): Overshoot[]; free(): void }

/** For the packets of this opened encoder, in their order. */
export function createOvershootFinder(encoder: CodecContext, limitDbtp: number): OvershootFinder {
  const limit = 10 ** (limitDbtp / 20)
  const decoder = openDecoder(encoder)
  const kernels = createKernels()
  const meters = Array.from({ length: OUTPUT_CHANNEL_COUNT }, () =>
    createTruePeakMeter(kernels, { floor: limit }),
  )
  const frame = new Frame()
  frame.alloc()
  const packet = new Packet()
  packet.alloc()

  /** How loud a packet plays; the limit itself where it is not above it. */
  const measure = ({ data }: AudioPacket): number => {
    packet.data = Buffer.from(data)
    mustSucceed(decoder.sendPacketSync(packet), 'play the encoded sound')
    packet.unref()
    for (const meter of meters) meter.restart()
    while (decoder.receiveFrameSync(frame) >= 0) {
      for (const [channel, samples] of readSamples(frame).entries())
        meters[channel]?.push(samples, samples.length)
      frame.unref()
    }
    return Math.max(...meters.map((meter) => meter.peak()))
  }
  return {
    find: (packets) =>
      packets.flatMap((each) => {
        const excessDb = 20 * Math.log10(measure(each) / limit)
        return excessDb > 0 ? [{ startSample: each.pts, endSample: each.pts + each.samples, excessDb }] : []
      }),
    free() {
      packet.free()
      frame.free()
      decoder.freeContext()
    },
  }
}

function openDecoder(encoder: CodecContext): CodecContext {
  const codec = Codec.findDecoder(encoder.codecId)
  if (!codec) throw new RenderError('INTERNAL', `This FFmpeg cannot play codec ${encoder.codecId}.`)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = OUTPUT_SAMPLE_RATE
  context.channelLayout = avChannelLayoutDefault(OUTPUT_CHANNEL_COUNT)
  context.extraData = encoder.extraData
  mustSucceed(context.open2Sync(codec, null), `open a decoder for ${codec.name}`)
  return context
}
