import { type CodecContext, Packet } from 'node-av/lib'
import { mustSucceed } from '../../packages/render/src/container/native.ts'
import type { PictureSpec, VideoCodec } from '../../packages/render/src/encode/codecs/codec.ts'
import type { PictureBuffer } from '../../packages/render/src/encode/picture-buffer.ts'
import {
  createPacketStore,
  type EncodedSegment,
} from '../../packages/render/src/encode/segments/encoded-segment.ts'
import { openVideoEncoder } from '../../packages/render/src/encode/segments/segment-encoder.ts'

/** Candidates take turns this often: a shared machine changes its speed by a third from one second to the next. */
const TURN_FRAMES = 4

/** A segment, and what encoding it cost. */
export type EncodedInTurn = { segment: EncodedSegment; cpuMs: number }

/** Encodes the same pictures with every codec, a few pictures of each in turn. */
export function encodeInTurns(
  pictures: PictureBuffer[],
  codecs: VideoCodec[],
  spec: PictureSpec,
): EncodedInTurn[] {
  const encoders = codecs.map((codec) => openEncoder(codec, spec))
  for (let start = 0, turn = 0; start < pictures.length; start += TURN_FRAMES, turn++) {
    const some = pictures.slice(start, start + TURN_FRAMES)
    // Each turn begins with another candidate, so that none is always the one with cold memory.
    encoders.forEach((_, i) => {
      encoders[(i + turn) % encoders.length]!.encode(some)
    })
  }
  return encoders.map((encoder) => encoder.end())
}

function openEncoder(codec: VideoCodec, spec: PictureSpec) {
  const context = openVideoEncoder(codec, spec)
  const store = createPacketStore()
  const packet = new Packet()
  packet.alloc()
  let cpuMs = 0
  const time = (work: () => void) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    cpuMs += (user + system) / 1000
  }
  return {
    encode(pictures: PictureBuffer[]): void {
      time(() => {
        for (const { frame } of pictures) {
          mustSucceed(context.sendFrameSync(frame), 'encode a picture')
          keep(context, packet, store)
        }
      })
    },
    end(): EncodedInTurn {
      time(() => {
        mustSucceed(context.sendFrameSync(null), 'end a segment')
        keep(context, packet, store)
      })
      const segment = store.take(0, context.extraData ?? new Uint8Array())
      packet.free()
      context.freeContext()
      return { segment, cpuMs }
    },
  }
}

function keep(context: CodecContext, packet: Packet, store: ReturnType<typeof createPacketStore>): void {
  while (context.receivePacketSync(packet) >= 0) {
    store.add(packet.data!, { pts: Number(packet.pts), dts: Number(packet.dts), isKey: packet.isKeyframe })
    packet.unref()
  }
}
