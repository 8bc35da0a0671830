import { RenderError } from '@songreel/kit/core'
import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_BUFFERSRC_FLAG_PUSH, type AVBufferSrcFlag } from 'node-av/constants'
import { type FilterContext, FilterGraph, Frame } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { FrameSource } from '../frame-source.ts'
import { copyPicture } from '../picture-buffer.ts'
import type { PictureConverter } from './codec.ts'

/** The colours are chosen by looking at so many frames from the whole video. */
const SAMPLED_FRAMES = 12

/** The same result on every machine. */
const TO_RGB = 'scale=in_color_matrix=bt709:in_range=limited:flags=bicubic+accurate_rnd+bitexact,format=bgra'

/** One colour stays free: the encoder uses it for "as in the frame before", which keeps files small. */
const CHOOSE = 'palettegen=reserve_transparent=1:stats_mode=full'

/** Ordered dither: still parts stay still from frame to frame. */
const USE = 'paletteuse=dither=bayer:bayer_scale=3'

/** Taken at once and still ours: the memory of a frame is drawn over by the next one. */
const AT_ONCE = (AV_BUFFERSRC_FLAG_PUSH | AV_BUFFERSRC_FLAG_KEEP_REF) as AVBufferSrcFlag

/** Brings pictures to one palette. It depends on the frames alone, so all threads come to the same one. */
export function createPaletteConverter(source: FrameSource): PictureConverter {
  const palette = choosePalette(source)
  const graph = openGraph(
    `${describeInput('picture', source.size, 'yuv420p')},${TO_RGB}[picture];` +
      `${describeInput('palette', palette, 'bgra')}[palette];[picture][palette]${USE},buffersink@out`,
  )
  const [picture, out] = [graph.find('buffer@picture'), graph.find('buffersink@out')]
  const paletteInput = graph.find('buffer@palette')
  palette.pts = 0n
  push(paletteInput, palette)
  mustSucceed(paletteInput.buffersrcAddFrameSync(null), 'end the palettes')
  palette.free()
  const result = new Frame()
  result.alloc()

  return {
    convert(frame) {
      result.unref()
      push(picture, frame)
      mustSucceed(out.buffersinkGetFrameSync(result), 'bring a picture to its palette')
      return result
    },
    free() {
      result.free()
      graph.free()
    },
  }
}

function choosePalette(source: FrameSource): Frame {
  const { size, frameCount } = source
  const graph = openGraph(`${describeInput('in', size, 'yuv420p')},${TO_RGB},${CHOOSE},buffersink@out`)
  const input = graph.find('buffer@in')
  const count = Math.min(SAMPLED_FRAMES, frameCount)
  const buffer = copyPicture(size, source.draw(0))
  for (let i = 0; i < count; i++) {
    buffer.load(source.draw(Math.floor((i * frameCount) / count)), i)
    push(input, buffer.frame)
  }
  mustSucceed(input.buffersrcAddFrameSync(null), 'choose the colours')
  const palette = new Frame()
  palette.alloc()
  mustSucceed(graph.find('buffersink@out').buffersinkGetFrameSync(palette), 'choose the colours')
  buffer.free()
  graph.free()
  return palette
}

function describeInput(name: string, { width, height }: FrameSource['size'], format: string): string {
  return `buffer@${name}=video_size=${width}x${height}:pix_fmt=${format}:time_base=1/100`
}

function openGraph(filters: string) {
  const graph = new FilterGraph()
  graph.alloc()
  // One thread: the frames of a video are divided among threads already.
  graph.nbThreads = 1
  mustSucceed(graph.parsePtr(filters), 'lay out filters')
  mustSucceed(graph.configSync(), 'connect filters')
  const find = (name: string): FilterContext => {
    const filter = graph.getFilter(name)
    if (!filter) throw new RenderError('INTERNAL', `FFmpeg has no filter ${name}.`)
    return filter
  }
  return { find, free: () => graph.free() }
}

function push(input: FilterContext, frame: Frame): void {
  mustSucceed(input.buffersrcAddFrameSync(frame, AT_ONCE), 'filter a picture')
}
