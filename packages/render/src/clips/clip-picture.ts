import type { Box, Size } from '@songreel/kit/core'
import {
  allocOpaquePicture,
  halveOpaquePicture,
  type KernelFunctions,
  reuseMemory,
  type SharedMemory,
  type Sprite,
  type Stage,
  turnOpaquePicture,
} from '@songreel/kit/drawing'
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
import { lendMemory } from '../container/lend-memory.ts'
import { mustSucceed } from '../container/native.ts'

/** Copies decoded pictures into the compositor's memory. */
export type ClipPictures = {
  /**
   * The picture, upright, at the smallest size that is still at least `minWidth` wide or cannot be halved. Only the part
   * that is `seen` need be there, in fractions of it.
   */
  load(picture: Picture, file: ClipForm, wish: { minWidth: number; seen: Box }): Sprite
  free(): void
}

/** What the file says about all its pictures. */
export type ClipForm = { readonly rotation: number; readonly colorSpace: AVColorSpace }

/** Unlabelled pictures of at most this height are taken as standard definition (BT.601). */
const MAX_SD_HEIGHT = 576

/** Pictures of clips. One is shown at a time, so that all have the same memory, whatever their form. */
export function createClipPictures(stage: Stage): ClipPictures {
  const converter = createConverter()
  const memory = reuseMemory(stage.sharedMemory)
  let room: Room | undefined
  const stageJob = (form: Form): Room => {
    if (room && isSameForm(room.form, form)) return room
    room?.lent.free()
    memory.restart()
    room = makeRoom(memory, form)
    return room
  }

  return {
    load: (decoded, { rotation, colorSpace }, { minWidth, seen }) => {
      labelMatrix(decoded, colorSpace)
      const picture = isPlain(decoded) ? decoded : converter.convert(decoded)
      const size = { width: picture.width & ~1, height: picture.height & ~1 }
      const { raw, lent, upright, halves } = stageJob({ ...size, rotation })
      const isShownAsItComes = rotation === 0 && size.width / 2 < minWidth
      copyCorner(picture, lent, isShownAsItComes ? findCorner(size, seen) : size)
      if (upright !== raw) turnOpaquePicture(stage.kernels, raw, upright, rotation)
      return reduce({ kernels: stage.kernels, memory }, upright, halves, minWidth)
    },
    free: () => {
      room?.lent.free()
      converter.free()
    },
  }
}

type Form = Size & { rotation: number }

function isSameForm(a: Form, b: Form): boolean {
  return a.width === b.width && a.height === b.height && a.rotation === b.rotation
}

/** Where pictures of one form lie: as they come (also in FFmpeg's eyes), upright, and halved as often as was needed. */
type Room = { form: Form; raw: Sprite; lent: Picture; upright: Sprite; halves: Sprite[] }

function makeRoom(memory: SharedMemory, form: Form): Room {
  const { rotation } = form
  const raw = allocOpaquePicture(memory, form)
  const upright = rotation === 0 ? raw : allocOpaquePicture(memory, turnedSize(form, rotation))
  const planes = memory.bytes(raw.planeY, (raw.strideY * form.height * 3) / 2)
  return { form, raw, lent: lendMemory(planes, form, raw.strideY), upright, halves: [] }
}

function turnedSize({ width, height }: Size, rotation: number): Size {
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

/** Samples of chroma beyond the wanted ones: interpolation and the picture's rim reach there. */
const MARGIN = 8

/** The picture's upper left part that ends where the part that is seen does. */
function findCorner({ width, height }: Size, seen: Box): Size {
  const end = (from: number, length: number, whole: number) =>
    Math.min(whole, 2 * (Math.ceil(((from + length) * whole) / 2) + MARGIN))
  return { width: end(seen.x, seen.width, width), height: end(seen.y, seen.height, height) }
}

/**
 * FFmpeg copies by itself. The engine would count the planes as new memory if it were shown them, and collect garbage
 * every ten pictures. FFmpeg begins at the upper left, which still is quicker than many small copies of rows.
 */
function copyCorner(picture: Picture, into: Picture, corner: Size): void {
  const { width, height } = picture
  picture.width = corner.width
  picture.height = corner.height
  try {
    mustSucceed(into.copy(picture), 'copy a picture of a clip')
  } finally {
    picture.width = width
    picture.height = height
  }
}

/** Halves as often as the picture stays large enough: sampling every third pixel would flicker. */
function reduce(
  { kernels, memory }: { kernels: KernelFunctions; memory: SharedMemory },
  picture: Sprite,
  halves: Sprite[],
  minWidth: number,
): Sprite {
  let current = picture
  for (let level = 0; current.width / 2 >= minWidth && current.width >= 32 && current.height >= 32; level++) {
    const width = Math.floor(current.width / 4) * 2
    const height = Math.floor(current.height / 4) * 2
    const half = halves[level] ?? allocOpaquePicture(memory, { width, height })
    halves[level] = half
    halveOpaquePicture(kernels, current, half)
    current = half
  }
  return current
}
