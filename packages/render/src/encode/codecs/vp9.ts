import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import type { Quality } from '../../plan/render-plan.ts'
import type { PictureSpec, VideoCodec } from './codec.ts'

const KEY_FRAME_SECS = 4

type Settings = Record<Quality, { crf: number; cpuUsed: number; most: string }>

/**
 * Constant quality (0 best, 63 worst), effort (8 fastest), and the most it may take on average, 0 for no limit. At 22 pictures
 * are better than the MP4's in PSNR and as free of bands, with 2.8 Mbit/s beside 2.0 for a calm look and 5.8 beside 4.9 for a
 * lively one; at 32 letters had ragged edges and dark grounds blotches. Without a limit moving halftones took 48 Mbit/s. Slower ways of
 * encoding save half of the bits and take six times the CPU.
 */
const SETTINGS: Settings = {
  PREVIEW: { crf: 36, cpuUsed: 8, most: '0' },
  HD: { crf: 22, cpuUsed: 6, most: '12M' },
  FULL: { crf: 22, cpuUsed: 6, most: '12M' },
  ULTRA: { crf: 18, cpuUsed: 7, most: '0' },
}

/**
 * Small dots and letters hide what is dropped: at 22 they took 10 Mbit/s at HD, three times as much as the MP4. At 40 they are still
 * more similar on average than in the MP4, as played and after platforms. At FULL, 42 fell behind it, so they keep 22 there.
 */
const FINE_SETTINGS: Settings = { ...SETTINGS, HD: { ...SETTINGS.HD, crf: 40 } }

/** VP9 by libvpx. */
export const vp9: VideoCodec = {
  encoder: FF_ENCODER_LIBVPX_VP9,
  name: 'vp9',
  pixelFormat: AV_PIX_FMT_YUV420P,
  options: vp9Options,
}

function vp9Options({ quality, fps, isFine }: PictureSpec): Record<string, string> {
  const { crf, cpuUsed, most } = (isFine ? FINE_SETTINGS : SETTINGS)[quality]
  return {
    crf: String(crf),
    b: most,
    deadline: 'realtime',
    'cpu-used': String(cpuUsed),
    g: String(KEY_FRAME_SECS * fps),
  }
}
