import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_BT709,
  type AVColorSpace,
} from 'node-av/constants'
import { Frame as Picture, SoftwareScaleContext } from 'node-av/lib'
import { allocOpaquePicture, halveOpaquePicture, turnOpaquePicture } from '../compose/opaque-picture.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { mustSucceed } from '../container/native.ts'

/** Takes decoded pictures over into the compositor's memory. */
export type ClipPictures = {
  /** The picture, upright, at the smallest size that is still at least `minWidth` wide or cannot be halved. */
  load(picture: Picture, file: ClipForm, minWidth: number): Sprite
  free(): void
}

/** What the file says about all its pictures. */
export type ClipForm = { readonly rotation: number; readonly colorSpace: AVColorSpace }

/** Unlabelled pictures of at most this height are taken as standard definition (BT.601). */
const MAX_SD_HEIGHT = 576

/** Pictures of one clip; memory is allocated for the first and used again for all others of the same form. */
export function createClipPictures(stage: Stage): ClipPictures {
  const converter = createConverter()
  let form = ''
  let loaded: { time: bigint; minWidth: number; sprite: Sprite } | undefined
  let raw: Sprite | undefined
  let upright: Sprite | undefined
  let halves: Sprite[] = []

  return {
    load: (decoded, { rotation, colorSpace }, minWidth) => {
      const time = decoded.bestEffortTimestamp
      // At a higher frame rate than the clip's own, the same picture comes several times.
      if (loaded && loaded.time === time && loaded.minWidth === minWidth) return loaded.sprite
      labelMatrix(decoded, colorSpace)
      const picture = isPlain(decoded) ? decoded : converter.convert(decoded)
      const size = { width: picture.width & ~1, height: picture.height & ~1 }
      const [strideY = 0, strideC = 0] = picture.linesize
      const seen = [size.width, size.height, strideY, strideC, rotation].join()
      if (!raw || seen !== form) {
        form = seen
        raw = allocOpaquePicture(stage.sharedMemory, size, { strideY, strideC })
        upright = rotation === 0 ? raw : allocOpaquePicture(stage.sharedMemory, turnedSize(size, rotation))
        halves = []
      }
      copyPlanes(stage, picture, raw)
      if (rotation !== 0) turnOpaquePicture(stage.kernels, raw, upright!, rotation)
      const sprite = reduce(stage, upright!, halves, minWidth)
      loaded = { time, minWidth, sprite }
      return sprite
    },
    free: converter.free,
  }
}

function turnedSize({ width, height }: { width: number; height: number }, rotation: number) {
  return rotation === 180 ? { width, height } : { width: height, height: width }
}

/** Names the matrix of a picture that names none. */
function labelMatrix(picture: Picture, ofFile: AVColorSpace): void {
  if (picture.colorSpace !== AVCOL_SPC_UNSPECIFIED) return
  const guess = picture.height > MAX_SD_HEIGHT ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
  picture.colorSpace = ofFile === AVCOL_SPC_UNSPECIFIED ? guess : ofFile
}

/** True when the planes can be taken as they are: 8-bit 4:2:0, limited range, BT.709. */
function isPlain({ format, colorRange, colorSpace }: Picture): boolean {
  return format === AV_PIX_FMT_YUV420P && colorRange !== AVCOL_RANGE_JPEG && colorSpace === AVCOL_SPC_BT709
}

/** Converts any other picture. FFmpeg reads matrix and range from the pictures themselves. */
function createConverter() {
  let scaler: SoftwareScaleContext | undefined
  let target: Picture | undefined
  return {
    convert: (picture: Picture): Picture => {
      if (!scaler) {
        scaler = new SoftwareScaleContext()
        scaler.allocContext()
      }
      if (!target || target.width !== picture.width || target.height !== picture.height) {
        target?.free()
        target = newTarget(picture.width, picture.height)
      }
      mustSucceed(scaler.scaleFrameSync(target, picture), 'convert a picture of a clip')
      return target
    },
    free: () => {
      target?.free()
      scaler?.freeContext()
    },
  }
}

function newTarget(width: number, height: number): Picture {
  const target = new Picture()
  target.alloc()
  target.format = AV_PIX_FMT_YUV420P
  target.width = width
  target.height = height
  target.colorSpace = AVCOL_SPC_BT709
  target.colorPrimaries = AVCOL_PRI_BT709
  target.colorTrc = AVCOL_TRC_BT709
  target.colorRange = AVCOL_RANGE_MPEG
  mustSucceed(target.getBuffer(32), 'allocate a picture of a clip')
  return target
}

function copyPlanes({ sharedMemory }: Stage, picture: Picture, into: Sprite): void {
  const [y, u, v] = picture.data!
  const lumaBytes = into.strideY * into.height
  const chromaBytes = (into.strideC * into.height) / 2
  copyPlane(sharedMemory.bytes(into.planeY, lumaBytes), y!)
  copyPlane(sharedMemory.bytes(into.planeU, chromaBytes), u!)
  copyPlane(sharedMemory.bytes(into.planeV, chromaBytes), v!)
}

/** The last row of a cropped picture may end before its stride does. */
function copyPlane(into: Uint8Array, from: Uint8Array): void {
  into.set(from.length > into.length ? from.subarray(0, into.length) : from)
}

/** Halves as often as the picture stays large enough: sampling every third pixel would flicker. */
function reduce(stage: Stage, picture: Sprite, halves: Sprite[], minWidth: number): Sprite {
  let current = picture
  for (let level = 0; current.width / 2 >= minWidth && current.width >= 32 && current.height >= 32; level++) {
    const width = Math.floor(current.width / 4) * 2
    const height = Math.floor(current.height / 4) * 2
    const half = halves[level] ?? allocOpaquePicture(stage.sharedMemory, { width, height })
    halves[level] = half
    halveOpaquePicture(stage.kernels, current, half)
    current = half
  }
  return current
}
