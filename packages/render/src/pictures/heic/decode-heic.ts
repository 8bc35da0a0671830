import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import {
  AV_CODEC_ID_HEVC,
  AV_LOG_FATAL,
  AV_PIX_FMT_RGB24,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants'
import { Codec, CodecContext, Frame, Log, Packet, SoftwareScaleContext } from 'node-av/lib'
import sharp, { type Sharp } from 'sharp'
import { MAX_PICTURE_PIXELS } from '../picture-refusal.ts'
import { type HeifPicture, type HeifTransform, parseHeif } from './parse-heif.ts'

const CHANNELS = 3

/**
 * Decodes a HEIC picture, as phones write them, into a PNG with the same colour profile. The boxes are read here, because FFmpeg would give the tiles
 * without their places; its HEVC decoder does the rest.
 */
export async function decodeHeic(path: string, checkSize: (size: Size) => void): Promise<Buffer> {
  const picture = parseHeif(await readFile(path))
  checkSize(picture)
  const pixels = decodeTiles(picture)
  const upright = await turn({ pixels, ...pickSize(picture) }, picture.transforms)
  const png = await toSharp(upright).png({ compressionLevel: 0 }).toBuffer()
  return picture.iccProfile ? addProfile(png, picture.iccProfile) : png
}

type Size = { width: number; height: number }

type Pixels = Size & { pixels: Buffer }

function decodeTiles(picture: HeifPicture): Buffer {
  Log.setLevel(AV_LOG_FATAL)
  const pixels = Buffer.alloc(picture.width * picture.height * CHANNELS)
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  try {
    for (const tile of picture.tiles) {
      const frame = decodeTile(tile)
      try {
        placeTile(toRgb(frame, picture, scaler), tile, { pixels, ...pickSize(picture) })
      } finally {
        frame.free()
      }
    }
    return pixels
  } finally {
    scaler.freeContext()
  }
}

function decodeTile({ data, decoderSetup }: HeifPicture['tiles'][number]): Frame {
  const codec = Codec.findDecoder(AV_CODEC_ID_HEVC)
  if (!codec) throw new Error('unsupported codec')
  const context = new CodecContext()
  context.allocContext3(codec)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  try {
    context.extraData = decoderSetup
    context.threadCount = 1
    // The stream itself may claim another size than the boxes around it.
    context.setOption('max_pixels', String(MAX_PICTURE_PIXELS))
    must(context.open2Sync(codec, null))
    packet.data = data
    must(context.sendPacketSync(packet))
    must(context.sendPacketSync(null))
    must(context.receiveFrameSync(frame))
    return frame
  } catch (error) {
    frame.free()
    throw error
  } finally {
    packet.free()
    context.freeContext()
  }
}

/** Colour information in the boxes overrides that in the coded stream. */
function toRgb(frame: Frame, { matrix, isFullRange }: HeifPicture, scaler: SoftwareScaleContext): Frame {
  if (matrix !== undefined && matrix !== AVCOL_SPC_UNSPECIFIED) frame.colorSpace = matrix as AVColorSpace
  else if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_SMPTE170M
  if (isFullRange !== undefined) frame.colorRange = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  const target = new Frame()
  target.alloc()
  target.format = AV_PIX_FMT_RGB24
  target.width = frame.width
  target.height = frame.height
  target.colorSpace = AVCOL_SPC_RGB
  target.colorRange = AVCOL_RANGE_JPEG
  must(target.getBuffer(32))
  must(scaler.scaleFrameSync(target, frame))
  return target
}

/** Tiles at the right and at the bottom reach over the edge. */
function placeTile(tile: Frame, { x, y }: { x: number; y: number }, into: Pixels): void {
  const [rows] = tile.data ?? []
  const [stride = 0] = tile.linesize
  const width = Math.min(tile.width, into.width - x)
  const height = Math.min(tile.height, into.height - y)
  for (let row = 0; row < height && width > 0; row++) {
    const from = rows!.subarray(row * stride, row * stride + width * CHANNELS)
    into.pixels.set(from, ((y + row) * into.width + x) * CHANNELS)
  }
  tile.free()
}

async function turn(picture: Pixels, transforms: readonly HeifTransform[]): Promise<Pixels> {
  let turned = picture
  for (const transform of transforms) {
    const image = toSharp(turned)
    const changed =
      transform.kind === 'ROTATE'
        ? image.rotate(360 - 90 * transform.quarterTurnsLeft)
        : transform.axis === 'TOP_BOTTOM'
          ? image.flip()
          : image.flop()
    const { data, info } = await changed.raw().toBuffer({ resolveWithObject: true })
    turned = { pixels: data, width: info.width, height: info.height }
  }
  return turned
}

function toSharp({ pixels, width, height }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false })
}

const PNG_HEADER_END = 8 + 25

/** Puts a colour profile behind the header, so that wide colours are brought to sRGB like those of any other picture. */
function addProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPICC\0\0', 'latin1'), deflateSync(profile)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), length, body, check, png.subarray(PNG_HEADER_END)])
}

function pickSize({ width, height }: Size): Size {
  return { width, height }
}

function must(result: number): void {
  if (result < 0) throw new Error('its picture cannot be decoded')
}
