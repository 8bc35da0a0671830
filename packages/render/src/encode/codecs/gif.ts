import { AV_PIX_FMT_PAL8, FF_ENCODER_GIF } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { FrameSource } from '../frame-source.ts'
import type { PictureConverter, VideoCodec } from './codec.ts'
import { choosePalette } from './gif-palette.ts'

const HEADER_BYTES = 13
const HAS_GLOBAL_TABLE = 0x80
const PALETTE_BYTES = 1024

/** GIF pictures that share one palette. */
export const gif: VideoCodec = {
  encoder: FF_ENCODER_GIF,
  name: 'gif',
  pixelFormat: AV_PIX_FMT_PAL8,
  options: () => ({}),
  createConverter,
  joinPacket,
}

/** Each thread chooses the palette for itself: it depends on the frames alone, so all come to the same one. */
function createConverter(source: FrameSource): PictureConverter {
  const { width, height } = source.size
  const palette = choosePalette(source)
  // node-av shows no palette plane, so index bytes and palette are laid out here and copied in one go.
  const layout = Buffer.alloc(width * height + PALETTE_BYTES)
  layout.set(palette.bytes, width * height)
  const original = createPaletteFrame(source.size)
  mustSucceed(original.fromBuffer(layout), 'lay out a picture')
  const target = createPaletteFrame(source.size)
  mustSucceed(target.getBuffer(), 'allocate a picture')

  return {
    convert(frame) {
      palette.paint(frame.data!, frame.linesize, { indexes: layout, width, height })
      mustSucceed(target.makeWritable(), 'write into a picture')
      mustSucceed(target.copy(original), 'copy a picture')
      target.pts = frame.pts
      return target
    },
    free() {
      original.free()
      target.free()
    },
  }
}

function createPaletteFrame({ width, height }: FrameSource['size']): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = AV_PIX_FMT_PAL8
  return frame
}

/** Each segment's encoder starts a whole GIF; inside the file only the pictures may follow. */
function joinPacket(packet: Uint8Array): Uint8Array {
  const flags = packet[10]!
  const tableBytes = flags & HAS_GLOBAL_TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0
  return packet.subarray(HEADER_BYTES + tableBytes)
}
