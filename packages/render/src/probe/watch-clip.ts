import { createPauses } from '@songreel/audio/engine'
import {
  type ClipFile,
  type ClipLight,
  type ClipLook,
  findFaces,
  findSalience,
  mapLight,
  type Picture,
  toHex,
} from '@songreel/kit/input'
import { AV_PIX_FMT_RGBA } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { type ClipReader, openClipReader } from '../clips/clip-reader.ts'
import { mustSucceed } from '../container/native.ts'

/** Salience looks at this many points along the longer side, and no more are needed. */
const LONG_SIDE_PX = 160

/** Looks at a clip's key frames nearest to evenly spread moments, once, before anything is drawn. */
export function watchClip(file: ClipFile, lookCount: number): Promise<ClipLook[]> {
  return withReader(file, async (reader, see) =>
    Array.from({ length: lookCount }, (_, i) => {
      const secs = (file.durationSecs * (i + 0.5)) / lookCount
      return { secs, ...describePicture(see(reader.keyPictureAt(secs).picture)) }
    }),
  )
}

/** Stops where nobody waits any more. */
type WatchOptions = { signal?: AbortSignal | undefined }

/** How light a clip is at exactly these moments, which rise. */
export function watchLight(
  file: ClipFile,
  moments: readonly number[],
  { signal }: WatchOptions = {},
): Promise<ClipLight[]> {
  const pause = createPauses(signal)
  return withReader(file, async (reader, see) => {
    const lights: ClipLight[] = []
    for (const secs of moments) {
      await pause()
      const { picture } = reader.pictureAt(Math.min(secs, file.durationSecs))
      lights.push({ secs, ...mapLight(see(picture)) })
    }
    return lights
  })
}

/** From one second of a clip to another. */
export type Stretch = { fromSecs: number; toSecs: number }

/**
 * How light a clip is in each of these stretches, at one moment at least: a key frame, which is quick to have, or else the middle. What
 * lies in several of them is looked at once.
 */
export function watchStretches(
  file: ClipFile,
  stretches: readonly Stretch[],
  { signal }: WatchOptions = {},
): Promise<ClipLight[]> {
  const pause = createPauses(signal)
  return withReader(file, async (reader, see) => {
    const lights: ClipLight[] = []
    const isIn = ({ fromSecs, toSecs }: Stretch, secs: number) => secs >= fromSecs && secs <= toSecs
    const isSeen = (stretch: Stretch) => lights.some(({ secs }) => isIn(stretch, secs))
    for (const stretch of stretches.toSorted((a, b) => a.toSecs - b.toSecs)) {
      if (isSeen(stretch)) continue
      await pause()
      const { picture, secs } = reader.keyPictureAt(stretch.toSecs)
      if (isIn(stretch, secs)) lights.push({ secs, ...mapLight(see(picture)) })
    }
    // In rising order pictures are read on instead of sought.
    for (const stretch of stretches.toSorted((a, b) => findMiddle(a) - findMiddle(b))) {
      if (isSeen(stretch)) continue
      await pause()
      const secs = findMiddle(stretch)
      const { picture } = reader.pictureAt(Math.min(secs, file.durationSecs))
      lights.push({ secs, ...mapLight(see(picture)) })
    }
    return lights.sort((a, b) => a.secs - b.secs)
  })
}

function findMiddle({ fromSecs, toSecs }: Stretch): number {
  return (fromSecs + toSecs) / 2
}

/** Opens a clip for looking at it; pictures are seen small and upright. */
async function withReader<Result>(
  file: ClipFile,
  watch: (reader: ClipReader, see: (picture: Frame) => Picture) => Promise<Result>,
): Promise<Result> {
  const reader = openClipReader(file)
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  try {
    return await watch(reader, (picture) => turn(reduce(picture, scaler), reader))
  } finally {
    scaler.freeContext()
    reader.close()
  }
}

function describePicture(picture: Picture): Omit<ClipLook, 'secs'> {
  const { pixels } = picture
  const sums = { red: 0, green: 0, blue: 0, light: 0, squares: 0 }
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    sums.red += red
    sums.green += green
    sums.blue += blue
    sums.light += light
    sums.squares += light * light
  }
  const count = pixels.length / 4
  const brightness = sums.light / count
  return {
    salience: findSalience(picture, findFaces(picture)),
    brightness,
    contrast: Math.sqrt(Math.max(0, sums.squares / count - brightness * brightness)),
    colour: toHex([sums.red / count, sums.green / count, sums.blue / count]),
  }
}

function reduce(decoded: Frame, scaler: SoftwareScaleContext): Picture {
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(decoded.width, decoded.height))
  const width = Math.max(1, Math.round(decoded.width * scale))
  const height = Math.max(1, Math.round(decoded.height * scale))
  const small = new Frame()
  small.alloc()
  small.format = AV_PIX_FMT_RGBA
  small.width = width
  small.height = height
  mustSucceed(small.getBuffer(32), 'allocate a picture of a clip')
  mustSucceed(scaler.scaleFrameSync(small, decoded), 'reduce a picture of a clip')
  const picture = allocPicture(width, height)
  const [rgba] = small.data ?? []
  const [stride = 0] = small.linesize
  for (let row = 0; row < height && rgba; row++) {
    picture.pixels.set(rgba.subarray(row * stride, row * stride + width * 4), row * width * 4)
  }
  small.free()
  return picture
}

/** Upright, as a viewer sees it. */
function turn(picture: Picture, { rotation }: ClipReader): Picture {
  if (rotation === 0) return picture
  const { width, height } = picture
  const turned = rotation === 180 ? allocPicture(width, height) : allocPicture(height, width)
  const from = new Uint32Array(picture.pixels.buffer)
  const into = new Uint32Array(turned.pixels.buffer)
  for (let y = 0; y < turned.height; y++) {
    for (let x = 0; x < turned.width; x++) {
      const column = rotation === 90 ? y : rotation === 180 ? width - 1 - x : width - 1 - y
      const row = rotation === 90 ? height - 1 - x : rotation === 180 ? height - 1 - y : x
      into[y * turned.width + x] = from[row * width + column] ?? 0
    }
  }
  return turned
}

function allocPicture(width: number, height: number): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}
