import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import type { Quality } from '../../plan/render-plan.ts'
import type { PictureSpec, VideoCodec } from './codec.ts'

const KEY_FRAME_SECS = 4

type VpxSettings = {
  /** Constant quality, 0 best, 63 worst. */
  crf: number
  /** Effort, 8 fastest. */
  cpuUsed: number
  /** The most it may take on average, 0 for no limit. */
  most: string
  /** How a segment is encoded that reaches the ceiling. */
  beyond?: VpxSettings
}

type Settings = Record<Quality, VpxSettings>

/** Without a limit, what changes all over the frame takes whatever it needs: moving halftones took 48 Mbit/s. */
const LIMITED: VpxSettings = { crf: 22, cpuUsed: 6, most: '12M' }

/**
 * Any limit makes libvpx give nearly all pictures the same quality, even if it is never reached; without one it takes turns over eight,
 * from which the next ones are copied: as similar with a fifth to a quarter fewer bits, finer gradients and better key frames. Effort 7 is as
 * good as 6 then. Slower ways of encoding save a third of the bits and take seven times the CPU. At 26 pictures are more similar than
 * the MP4's for about its bits (decision 0036).
 */
const SETTINGS: Settings = {
  PREVIEW: { crf: 36, cpuUsed: 8, most: '0' },
  HD: { crf: 26, cpuUsed: 7, most: '0', beyond: LIMITED },
  FULL: { crf: 26, cpuUsed: 7, most: '0', beyond: LIMITED },
  ULTRA: { crf: 18, cpuUsed: 7, most: '0' },
}

/**
 * Fine textures that move took 26 to 35 Mbit/s. A segment that takes more than this at any frame is encoded anew with the limit: so
 * four seconds have 14 Mbit/s, as in an MP4, and what never needs as much is as if there were no limit.
 */
const CEILING = { startMbit: 20, mbps: 9 }

/** Footage and grain take whatever they get: they keep the limit (decision 0036). */
const NOISY_SETTINGS: Settings = { ...SETTINGS, HD: LIMITED, FULL: LIMITED }

/**
 * Small dots and letters hide what is dropped: at HD they took 10 Mbit/s at 22, three times as much as the MP4. At 40 with the limit, and
 * at FULL at 38 without, they are still more similar on average than in the MP4.
 */
const FINE_SETTINGS: Settings = {
  ...SETTINGS,
  HD: { ...LIMITED, crf: 40 },
  FULL: { crf: 38, cpuUsed: 7, most: '0', beyond: { ...LIMITED, crf: 38 } },
}

/** VP9 by libvpx. */
export const vp9: VideoCodec = {
  encoder: FF_ENCODER_LIBVPX_VP9,
  name: 'vp9',
  pixelFormat: AV_PIX_FMT_YUV420P,
  options: (spec) => toOptions(findSettings(spec), spec),
  ceiling(spec) {
    const { beyond } = findSettings(spec)
    return beyond && { ...CEILING, options: toOptions(beyond, spec) }
  },
}

function findSettings({ quality, isNoisy, isFine }: PictureSpec): VpxSettings {
  return (isNoisy ? NOISY_SETTINGS : isFine ? FINE_SETTINGS : SETTINGS)[quality]
}

function toOptions({ crf, cpuUsed, most }: VpxSettings, { fps }: PictureSpec): Record<string, string> {
  return {
    crf: String(crf),
    b: most,
    deadline: 'realtime',
    'cpu-used': String(cpuUsed),
    // Symbols are coded by what the pictures before were like: a thirtieth fewer bits.
    'frame-parallel': '0',
    g: String(KEY_FRAME_SECS * fps),
  }
}
