import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import type { Quality } from '../../plan/render-plan.ts'
import type { PictureSpec, VideoCodec } from './codec.ts'

const KEY_FRAME_SECS = 4

/** Constant quality (0 best, 63 worst) and effort (8 fastest); at these the pictures look like the MP4's. */
const SETTINGS: Record<Quality, { crf: number; cpuUsed: number }> = {
  PREVIEW: { crf: 40, cpuUsed: 8 },
  HD: { crf: 32, cpuUsed: 6 },
  FULL: { crf: 32, cpuUsed: 6 },
  ULTRA: { crf: 30, cpuUsed: 7 },
}

/** VP9 by libvpx. */
export const vp9: VideoCodec = {
  encoder: FF_ENCODER_LIBVPX_VP9,
  name: 'vp9',
  pixelFormat: AV_PIX_FMT_YUV420P,
  options: vp9Options,
}

function vp9Options({ quality, fps }: PictureSpec): Record<string, string> {
  const { crf, cpuUsed } = SETTINGS[quality]
  return {
    crf: String(crf),
    b: '0',
    deadline: 'realtime',
    'cpu-used': String(cpuUsed),
    g: String(KEY_FRAME_SECS * fps),
  }
}
