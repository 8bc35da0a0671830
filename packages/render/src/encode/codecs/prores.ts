import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AVCOL_PRI_BT709,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_PRORES_KS,
  SWS_ACCURATE_RND,
  SWS_BICUBIC,
  SWS_BITEXACT,
} from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { FrameSource } from '../frame-source.ts'
import type { PictureConverter, VideoCodec } from './codec.ts'

/** ProRes 422. */
export const prores: VideoCodec = {
  encoder: FF_ENCODER_PRORES_KS,
  name: 'prores',
  pixelFormat: AV_PIX_FMT_YUV422P10LE,
  options: () => ({ profile: 'standard', vendor: 'apl0' }),
  createConverter,
}

/** ProRes takes 4:2:2 in 10 bits; matrix and range stay as they are. */
function createConverter({ size: { width, height } }: FrameSource): PictureConverter {
  const scaler = new SoftwareScaleContext()
  const flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT
  scaler.getContext(
    width,
    height,
    AV_PIX_FMT_YUV420P,
    width,
    height,
    AV_PIX_FMT_YUV422P10LE,
    flags as typeof SWS_BICUBIC,
  )
  const target = new Frame()
  target.alloc()
  target.width = width
  target.height = height
  target.format = AV_PIX_FMT_YUV422P10LE
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
