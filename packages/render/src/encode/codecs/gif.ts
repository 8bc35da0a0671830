import { AV_PIX_FMT_PAL8, FF_ENCODER_GIF } from 'node-av/constants'
import type { VideoCodec } from './codec.ts'
import { createPaletteConverter } from './gif-palette.ts'

const HEADER_BYTES = 13
const HAS_GLOBAL_TABLE = 0x80

/** GIF pictures that share one palette. */
export const gif: VideoCodec = {
  encoder: FF_ENCODER_GIF,
  name: 'gif',
  pixelFormat: AV_PIX_FMT_PAL8,
  options: () => ({}),
  createConverter: createPaletteConverter,
  joinPacket,
}

/** Each segment's encoder starts a whole GIF; inside the file only the pictures may follow. */
function joinPacket(packet: Uint8Array): Uint8Array {
  const [flags = 0] = packet.subarray(10)
  const tableBytes = flags & HAS_GLOBAL_TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0
  return packet.subarray(HEADER_BYTES + tableBytes)
}
