import { avChannelLayoutDefault, Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { createKernels } from '../../audio/kernels/kernels.ts'
import { createTruePeakMeter } from '../../audio/loudness/true-peak.ts'
import { mustSucceed } from '../../container/native.ts'
import { readSamples } from '../../container/sample-reader.ts'
import { RenderError } from '../../errors.ts'
import { type AudioPacket, OUTPUT_CHANNEL_COUNT, OUTPUT_SAMPLE_RATE } from './audio-encoder.ts'

/** Plays encoded sound as a player would, and finds its true peak. */
export type PacketPeak = { measure(packets: AudioPacket[]): void; truePeakDbtp(): number; free(): void }

/** For the packets of this opened encoder. */
export function createPacketPeak(encoder: CodecContext): PacketPeak {
  const decoder = openDecoder(encoder)
  const kernels = createKernels()
  const meters = Array.from({ length: OUTPUT_CHANNEL_COUNT }, () => createTruePeakMeter(kernels))
  const frame = new Frame()
  frame.alloc()
  const packet = new Packet()
  packet.alloc()

  const measure = ({ data }: AudioPacket) => {
    packet.data = Buffer.from(data)
    mustSucceed(decoder.sendPacketSync(packet), 'play the encoded sound')
    packet.unref()
    while (decoder.receiveFrameSync(frame) >= 0) {
      for (const [channel, samples] of readSamples(frame).entries())
        meters[channel]?.push(samples, samples.length)
      frame.unref()
    }
  }
  return {
    measure: (packets) => packets.forEach(measure),
    truePeakDbtp: () => 20 * Math.log10(Math.max(1e-6, ...meters.map((meter) => meter.peak()))),
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
