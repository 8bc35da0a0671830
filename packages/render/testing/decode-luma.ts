import { AV_CODEC_ID_H264, AV_CODEC_ID_VP9 } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { mustSucceed } from '../src/container/native.ts'
import type { EncodedSegment } from '../src/encode/segments/encoded-segment.ts'

/** The brightness of one picture, row after row without a gap. */
export type Luma = { width: number; height: number; values: Uint8Array }

/** How a segment is encoded. */
export type SegmentCodec = 'h264' | 'vp9'

/** Decodes a segment and shows each picture's brightness, in the order of time. The values are only lent. */
export function decodeLuma(
  segment: EncodedSegment,
  onPicture: (luma: Luma, frameIndex: number) => void,
  codec: SegmentCodec = 'h264',
): void {
  decodeFrames(segment, codec, (frame) => onPicture(readLuma(frame), Number(frame.pts)))
}

/** Decodes a segment and shows each picture, in the order of time. The frame is only lent. */
export function decodeFrames(
  segment: EncodedSegment,
  codec: SegmentCodec,
  onFrame: (frame: Frame) => void,
): void {
  const decoder = openDecoder(segment.extradata, codec)
  const frame = new Frame()
  frame.alloc()
  const packet = new Packet()
  packet.alloc()
  const readAll = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      onFrame(frame)
      frame.unref()
    }
  }
  try {
    let start = 0
    for (const [i, size] of segment.sizes.entries()) {
      packet.data = Buffer.from(segment.bytes.buffer, start, size)
      packet.pts = BigInt(segment.pts[i]!)
      packet.dts = BigInt(segment.dts[i]!)
      mustSucceed(decoder.sendPacketSync(packet), `decode packet ${i}`)
      packet.unref()
      start += size
      readAll()
    }
    decoder.sendPacketSync(null)
    readAll()
  } finally {
    packet.free()
    frame.free()
    decoder.freeContext()
  }
}

const DECODERS = { h264: AV_CODEC_ID_H264, vp9: AV_CODEC_ID_VP9 }

function openDecoder(extradata: Uint8Array, name: SegmentCodec): CodecContext {
  const codec = Codec.findDecoder(DECODERS[name])!
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  if (extradata.length > 0) decoder.extraData = Buffer.from(extradata)
  decoder.pktTimebase = new Rational(1, 30)
  decoder.threadCount = 1
  mustSucceed(decoder.open2Sync(codec, null), 'open the decoder')
  return decoder
}

function readLuma(frame: Frame): Luma {
  const { width, height } = frame
  return { width, height, values: packRows(frame.data![0]!, frame.linesize[0]!, { width, height }) }
}

/** Rows that lie `stride` bytes apart, moved together. */
export function packRows(
  plane: Uint8Array,
  stride: number,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const values = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    values.set(plane.subarray(row * stride, row * stride + width), row * width)
  }
  return values
}
