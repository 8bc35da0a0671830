import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV444P10LE,
  AVCOL_PRI_BT709,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  type AVPixelFormat,
  FF_ENCODER_PRORES_KS,
  SWS_ACCURATE_RND,
  SWS_BICUBIC,
  SWS_BITEXACT,
} from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { FrameSource } from '../frame-source.ts'
import type { PictureConverter, VideoCodec } from './codec.ts'

/** ProRes 422: what editing programs work with. */
export const prores422 = createProres({
  profile: 'standard',
  tag: 'apcn',
  pixelFormat: AV_PIX_FMT_YUV422P10LE,
})

/** ProRes 4444: the only ProRes that stores take for motion artwork. */
export const prores4444 = createProres({ profile: '4444', tag: 'ap4h', pixelFormat: AV_PIX_FMT_YUV444P10LE })

type ProresKind = { profile: string; tag: string; pixelFormat: AVPixelFormat }

function createProres({ profile, tag, pixelFormat }: ProresKind): VideoCodec {
  return {
    encoder: FF_ENCODER_PRORES_KS,
    name: 'prores',
    tag,
    pixelFormat,
    options: () => ({ profile, vendor: 'apl0' }),
    createConverter: (source) => createConverter(source, pixelFormat),
  }
}

/** ProRes takes 10 bits and more colour than 4:2:0; matrix and range stay as they are. */
function createConverter(
  { size: { width, height } }: FrameSource,
  pixelFormat: AVPixelFormat,
): PictureConverter {
  const scaler = new SoftwareScaleContext()
  const flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT
  scaler.getContext(
    width,
    height,
    AV_PIX_FMT_YUV420P,
    width,
    height,
    pixelFormat,
    flags as typeof SWS_BICUBIC,
  )
  const target = new Frame()
  target.alloc()
  target.width = width
  target.height = height
  target.format = pixelFormat
  mustSucceed(target.getBuffer(), 'allocate a picture')
  // ProRes writes its colour tags into every picture, and takes them from there.
  target.colorPrimaries = AVCOL_PRI_BT709
  target.colorTrc = AVCOL_TRC_BT709
  target.colorSpace = AVCOL_SPC_BT709

  return {
    convert(frame) {
      mustSucceed(target.makeWritable(), 'write into a picture')
      mustSucceed(scaler.scaleFrameSync(target, frame), 'convert a picture')
      target.pts = frame.pts
      return target
    },
    free() {
      target.free()
      scaler.freeContext()
    },
  }
}
