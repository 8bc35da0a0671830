import { isDeepStrictEqual } from 'node:util'
import type { ClipDecoder, ClipReader } from '../compose/clip-decoder.ts'
import type { ClipFile } from '../compose/clip-file.ts'
import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { RenderError } from '../errors.ts'
import type { Box, Size } from '../geometry.ts'
import { type ClipGrade, gradePicture } from './clip-grade.ts'
import { createShading, type VeilLight, type VeilProps } from './veil.ts'
import { coverBox, type ZoomProps } from './zoom-window.ts'

/** How a clip is shown. */
export type ClipProps = ZoomProps & {
  /** Where; the clip is cut to cover it. Default the whole frame. Edges fall on even pixels. */
  box?: Moving<Box>
  /** Which of several files is shown, by its place in the list. Default the first. */
  which?: (frame: Frame) => number
  /** Which time of the file is shown, in seconds. Default the video's own time. */
  time?: (frame: Frame) => number
  /** Past its end: LOOP starts again, HOLD keeps the last picture. Default LOOP. */
  atEnd?: 'LOOP' | 'HOLD'
  /** 0 to 1; at 0 nothing is decoded. Default 1. */
  opacity?: Moving<number>
  /** What is done to its colours. Default nothing. */
  grade?: Moving<ClipGrade>
  /** Shadow or light over it. Drawn with it, which costs less than a `veil` above it. Default none. */
  veil?: VeilProps
}

/** Samples at the picture's rim that are never reached: interpolation needs a neighbour on every side. */
const RIM_BEFORE = 0.55
const RIM_AFTER = 2.05

/** So many files are open at once in a thread: a cut back to one of them need not look into it again. */
const MOST_OPEN = 3

/** A video file, or one of several at a time, cut to cover a box; it stays in YUV and is never touched by Canvas. */
export function clip(files: ClipFile | readonly ClipFile[], props: ClipProps = {}): Layer {
  let createDecoder: (stage: Stage) => ClipDecoder
  return {
    kind: 'clip',
    isNoisy: true,
    showsFiles: true,
    load: async ({ loadClipDecoder }) => {
      if (!loadClipDecoder) throw new RenderError('INTERNAL', 'Nothing here decodes clips.')
      createDecoder = await loadClipDecoder()
    },
    mount: (stage) => mountClip(stage, [files].flat(), props, createDecoder(stage)),
  }
}

function mountClip(stage: Stage, files: readonly ClipFile[], props: ClipProps, decoder: ClipDecoder) {
  const { time = (frame: Frame) => frame.secs, atEnd = 'LOOP', opacity = 1, which = () => 0 } = props
  const whole = { x: 0, y: 0, ...stage.size }
  const readers = createReaders(decoder)
  const shading = props.veil && createShading(stage, props.veil)
  /** What was drawn last: many pictures are shown in two frames. */
  let loaded: Loaded | undefined
  const load = (reader: ClipReader, wish: Wish): Loaded => {
    const sprite = reader.load(wish)
    const part = cutPart(sprite, wish.seen, LOADED_MARGIN)
    if (wish.grade) gradePicture(stage, sprite, part, wish.grade)
    return { ...wish, sprite, part }
  }

  return {
    isStill: false,
    fills: props.box === undefined && opacity === 1,
    covers: (frame: Frame) => {
      const file = files[which(frame)]
      return (
        file !== undefined &&
        valueAt(opacity, frame) >= 1 &&
        contains(valueAt(props.box ?? whole, frame), stage.size)
      )
    },
    draw: (frame: Frame) => {
      const alpha = Math.round(Math.min(1, valueAt(opacity, frame)) * FULL_OPACITY)
      const file = files[which(frame)]
      if (!(alpha > 0) || !file) return
      const box = valueAt(props.box ?? whole, frame)
      const reader = readers.open(file)
      const isNew = reader.show(fileTime(time(frame), file, atEnd))
      const place = coverBox(file, box, props, frame)
      const wish = {
        minWidth: place.width,
        seen: findSeen(box, place),
        grade: props.grade && valueAt(props.grade, frame),
      }
      if (isNew || !loaded || !serves(loaded, wish)) loaded = load(reader, wish)
      stage.clipTo(box)
      drawPicture(stage, loaded.sprite, place, { alpha, light: shading?.shade(frame) ?? null })
      stage.clipTo()
    },
    close: () => {
      readers.close()
      decoder.free()
    },
  }
}

/** Opens files when they are first seen. Only the one that is shown has a decoder: a cut mostly leads to another time anyway. */
function createReaders(decoder: ClipDecoder) {
  const opened = new Map<ClipFile, ClipReader>()
  let shown: ClipReader | undefined
  return {
    open: (file: ClipFile): ClipReader => {
      const known = opened.get(file)
      if (shown !== known) shown?.rest()
      const reader = known ?? decoder.open(file)
      shown = reader
      // The one that was used last goes to the end, so that the first has waited longest.
      opened.delete(file)
      opened.set(file, reader)
      const [oldest] = opened
      if (oldest && opened.size > MOST_OPEN) {
        oldest[1].close()
        opened.delete(oldest[0])
      }
      return reader
    },
    close: () => {
      for (const reader of opened.values()) reader.close()
      opened.clear()
    },
  }
}

function fileTime(secs: number, { durationSecs }: ClipFile, atEnd: 'LOOP' | 'HOLD'): number {
  if (!Number.isFinite(secs)) return 0
  if (atEnd === 'HOLD' || !(durationSecs > 0)) return Math.max(0, Math.min(secs, durationSecs))
  return secs - Math.floor(secs / durationSecs) * durationSecs
}

function contains({ x, y, width, height }: Box, size: Size): boolean {
  return x <= 0 && y <= 0 && x + width >= size.width && y + height >= size.height
}

/** Which part of the picture the box shows, in fractions of it. */
function findSeen(box: Box, place: Box): Box {
  return {
    x: (box.x - place.x) / place.width,
    y: (box.y - place.y) / place.height,
    width: box.width / place.width,
    height: box.height / place.height,
  }
}

type Wish = { minWidth: number; seen: Box; grade: ClipGrade | undefined }
/** A picture in the compositor's memory, and which part of it is there and graded how. */
type Loaded = Wish & { sprite: Sprite; part: Box }

/** Pixels around the part that is seen: interpolation and the picture's rim reach a little beyond it. */
const SEEN_MARGIN = 8
/** So many are there: the next frame may show the same picture a little further out. */
const LOADED_MARGIN = 16

/** True when loading the same picture for another wish would change nothing that is seen. */
function serves({ sprite, part, grade, minWidth }: Loaded, wish: Wish): boolean {
  const { x, y, width, height } = cutPart(sprite, wish.seen, SEEN_MARGIN)
  const isThere =
    x >= part.x && y >= part.y && x + width <= part.x + part.width && y + height <= part.y + part.height
  // One that is smaller than was wished for is as large as it comes.
  const isLargeEnough = sprite.width >= wish.minWidth || sprite.width < minWidth
  const isSmallEnough = sprite.width / 2 < wish.minWidth
  return isThere && isLargeEnough && isSmallEnough && isDeepStrictEqual(grade, wish.grade)
}

/** The part that is seen in pixels, on even ones. */
function cutPart({ width, height }: Sprite, seen: Box, margin: number): Box {
  const cut = (from: number, length: number, whole: number) => {
    const start = Math.max(0, 2 * Math.floor((from * whole - margin) / 2))
    return [start, Math.min(whole, 2 * Math.ceil(((from + length) * whole + margin) / 2)) - start] as const
  }
  const [x, partWidth] = cut(seen.x, seen.width, width)
  const [y, partHeight] = cut(seen.y, seen.height, height)
  return { x, y, width: partWidth, height: partHeight }
}

/** Stretches the picture over the place; its outermost samples lie just outside. */
function drawPicture(
  { kernels, target }: Stage,
  { address, width, height }: Sprite,
  place: Box,
  { alpha, light }: { alpha: number; light: VeilLight | null },
): void {
  const scaleX = place.width / (width - RIM_BEFORE - RIM_AFTER)
  const scaleY = place.height / (height - RIM_BEFORE - RIM_AFTER)
  const x = place.x - (0.5 + RIM_BEFORE) * scaleX
  const y = place.y - (0.5 + RIM_BEFORE) * scaleY
  if (light && alpha === FULL_OPACITY) {
    kernels.drawVeiled(target, address, x, y, scaleX, scaleY, ...light)
    return
  }
  kernels.drawSprite(target, address, x, y, scaleX, scaleY, alpha, -1, 0, 0, 0, 0, 0)
  if (light) kernels.drawLight(target, ...light)
}
