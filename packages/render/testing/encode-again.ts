import {
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Packet } from 'node-av/lib'
import { mustSucceed } from '../src/container/native.ts'
import type { PictureSpec, VideoCodec } from '../src/encode/codecs/codec.ts'
import { createPacketStore, type EncodedSegment } from '../src/encode/segments/encoded-segment.ts'
import { openVideoEncoder } from '../src/encode/segments/segment-encoder.ts'
import { decodeFrames, type SegmentCodec } from './decode-luma.ts'

/** Stand-ins for what platforms do to a video that is posted. */
const PLATFORMS: Record<SegmentCodec, VideoCodec> = {
  h264: {
    encoder: FF_ENCODER_LIBX264,
    name: 'h264',
    pixelFormat: AV_PIX_FMT_YUV420P,
    options: () => ({ preset: 'veryfast', crf: '24' }),
  },
  vp9: {
    encoder: FF_ENCODER_LIBVPX_VP9,
    name: 'vp9',
    pixelFormat: AV_PIX_FMT_YUV420P,
    options: () => ({ deadline: 'good', 'cpu-used': '5', crf: '34', b: '0' }),
  },
}

/** Encodes what a segment looks like once more, as a platform does. */
export function encodeAgain(
  segment: EncodedSegment,
  from: SegmentCodec,
  to: SegmentCodec,
  spec: PictureSpec,
): EncodedSegment {
  const encoder = openVideoEncoder(PLATFORMS[to], spec)
  const store = createPacketStore()
  const packet = new Packet()
  packet.alloc()
  const keep = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      store.add(packet.data!, { pts: Number(packet.pts), dts: Number(packet.dts), isKey: packet.isKeyframe })
      packet.unref()
    }
  }
  try {
    decodeFrames(segment, from, (frame) => {
      // The decoder says what kind of picture it was, and an encoder would make the same of it.
      frame.pictType = AV_PICTURE_TYPE_NONE
      mustSucceed(encoder.sendFrameSync(frame), 'encode a picture again')
      keep()
    })
    mustSucceed(encoder.sendFrameSync(null), 'end a segment')
    keep()
    return store.take(0, encoder.extraData ?? new Uint8Array())
  } finally {
    packet.free()
    encoder.freeContext()
  }
}
