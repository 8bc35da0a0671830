import { readFile, writeFile } from 'node:fs/promises'
import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV444P, SWS_BICUBIC } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import type { VideoCodec } from '../src/encode/codecs/codec.ts'
import { h264 } from '../src/encode/codecs/h264.ts'
import type { FrameSource } from '../src/encode/frame-source.ts'
import { writeTestVideo } from './write-test-video.ts'

/** H.264 with all its colour, and a key frame every fifteen pictures. */
const h264WithAllColour: VideoCodec = {
  ...h264,
  pixelFormat: AV_PIX_FMT_YUV444P,
  options: () => ({ preset: 'medium', profile: 'high444', crf: '20', 'x264-params': 'keyint=15:scenecut=0' }),
  createConverter({ size: { width, height } }) {
    const scaler = new SoftwareScaleContext()
    scaler.getContext(width, height, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_YUV444P, SWS_BICUBIC)
    const target = new Frame()
    target.alloc()
    Object.assign(target, { width, height, format: AV_PIX_FMT_YUV444P })
    target.getBuffer()
    return {
      convert(frame) {
        target.makeWritable()
        scaler.scaleFrameSync(target, frame)
        target.pts = frame.pts
        return target
      },
      free() {
        target.free()
        scaler.freeContext()
      },
    }
  },
}

/** A film that says that an x264 of before 2017 made it: decoders read such pictures in another way, and only the first one says so. */
export async function writeEarlyX264(file: string, frames: FrameSource): Promise<void> {
  await writeTestVideo({ file, format: 'MP4', frames, video: h264WithAllColour })
  const bytes = await readFile(file)
  const at = bytes.indexOf('x264 - core ')
  if (at < 0) throw new Error('The encoder has not said its name.')
  bytes.write('142', at + 'x264 - core '.length)
  await writeFile(file, bytes)
}
