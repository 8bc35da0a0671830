import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AV_SAMPLE_FMT_S32,
  AVCOL_PRI_BT709,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_PCM_S24LE,
  FF_ENCODER_PRORES_KS,
  SWS_ACCURATE_RND,
  SWS_BICUBIC,
  SWS_BITEXACT,
} from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { FrameSource } from '../frame-source.ts'
import type { FormatSpec, PictureConverter } from './format.ts'

/** ProRes 422 and uncompressed sound: for further editing. */
export const mov: FormatSpec = {
  format: 'MOV',
  extension: 'mov',
  muxer: 'mov',
  container: 'mov',
  // Every picture stands alone, and one second at 2160 lines is already some 100 MB.
  segmentSecs: 1,
  video: {
    encoder: FF_ENCODER_PRORES_KS,
    name: 'prores',
    pixelFormat: AV_PIX_FMT_YUV422P10LE,
    options: () => ({ profile: 'standard', vendor: 'apl0' }),
    createConverter,
  },
  audio: {
    encoder: FF_ENCODER_PCM_S24LE,
    name: 'pcm_s24le',
    sampleFormat: AV_SAMPLE_FMT_S32,
    bitRate: null,
    options: {},
    isPrimingDeclared: true,
  },
  muxerOptions: { movflags: '+faststart+use_metadata_tags', use_editlist: '0' },
  metadata: ({ title, artist, album, isrc }) => ({ title, artist, album, ...(isrc && { isrc }) }),
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
