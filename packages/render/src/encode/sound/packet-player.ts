import { RenderError } from '@songreel/kit/core'
import { avChannelLayoutDefault, Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import { readSamples } from '../../container/sample-reader.ts'
import { type AudioPacket, OUTPUT_CHANNEL_COUNT, OUTPUT_SAMPLE_RATE } from './audio-encoder.ts'

/** Plays encoded sound as a player would. */
export type PacketPlayer = {
  /** Hands over the samples that come out for this packet, one array per channel; they are valid during the call. */
  play(packet: AudioPacket, onSamples: (channels: Float32Array[]) => void): void
  free(): void
}

/** For the packets of this opened encoder, in their order. */
export function createPacketPlayer(encoder: CodecContext): PacketPlayer {
  const decoder = openDecoder(encoder)
  const frame = new Frame()
  frame.alloc()
  const packet = new Packet()
  packet.alloc()
  return {
    play({ data }, onSamples) {
      packet.data = Buffer.from(data)
      mustSucceed(decoder.sendPacketSync(packet), 'play the encoded sound')
      packet.unref()
      while (decoder.receiveFrameSync(frame) >= 0) {
        onSamples(readSamples(frame))
        frame.unref()
      }
    },
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
