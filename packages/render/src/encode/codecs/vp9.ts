import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import type { Quality } from '../../plan/render-plan.ts'
import type { PictureSpec, VideoCodec } from './codec.ts'

const KEY_FRAME_SECS = 4

/**
 * Constant quality (0 best, 63 worst) and effort (8 fastest). At 16 pictures have the MP4's SSIM at no more than its bits
 * (0.9921 and 5.0 Mbit/s, beside 0.9912 and 5.05, for a busy photograph at HD); at 32 letters had ragged edges and dark
 * grounds blotches. Slower ways of encoding save half of the bits and take six times the CPU.
 */
const SETTINGS: Record<Quality, { crf: number; cpuUsed: number }> = {
  PREVIEW: { crf: 36, cpuUsed: 8 },
  HD: { crf: 16, cpuUsed: 6 },
  FULL: { crf: 16, cpuUsed: 6 },
  ULTRA: { crf: 18, cpuUsed: 7 },
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
