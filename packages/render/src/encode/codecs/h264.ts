import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Quality } from '../../plan/render-plan.ts'
import type { PictureSpec, VideoCodec } from './codec.ts'
import { chooseX264Instructions } from './x264-instructions.ts'

/** A key frame at least this often, so that players seek quickly. */
const KEY_FRAME_SECS = 2

type X264Settings = { crf: number; params: string; hasCeiling?: boolean }

/**
 * Superfast with a real look-ahead: 6 % more bits than veryfast at equal SSIM, at 1.6 times its speed. A look-ahead of 8
 * instead of 10, none for frame rates that vary (force-cfr) and no B-frame pyramid change neither bits nor SSIM on our
 * scenes, and save 43 MB per encoder at 1080x1920.
 */
const LEAN = 'mbtree=1:rc-lookahead=8:b-adapt=0:b-pyramid=none:weightp=0:scenecut=0:force-cfr=1'

/**
 * For scenes that are drawn: what moves there moves as a whole, so runs of five B-frames, no search between pixels and no
 * small partitions cost hardly any bits and save an eighth of the CPU. Looking ahead by one frame less saves 7 MB per
 * encoder at 1080x1920.
 */
const DRAWN = `${LEAN}:rc-lookahead=7:bframes=5:subme=0:partitions=none`

type Settings = Record<Quality, X264Settings>

/** Decision 0036 has the figures. */
const SETTINGS: Settings = {
  PREVIEW: { crf: 26, params: LEAN },
  HD: { crf: 19, params: DRAWN, hasCeiling: true },
  FULL: { crf: 19, params: DRAWN, hasCeiling: true },
  // Played as it is, where others are encoded again.
  ULTRA: { crf: 17, params: DRAWN },
}

/** Footage moves between pixels and in small parts. */
const NOISY_SETTINGS: Settings = {
  PREVIEW: SETTINGS.PREVIEW,
  HD: { crf: 20, params: LEAN, hasCeiling: true },
  FULL: { crf: 20, params: LEAN, hasCeiling: true },
  ULTRA: { crf: 21, params: LEAN },
}

/**
 * Edges all over the frame hide what is dropped, and each of them costs bits: at 19 halftones and letters took 20 Mbit/s, and the
 * ceiling broke them on the beats. Rows of letters and plates go several ways within a macroblock, so small partitions, a search
 * between pixels and shorter runs of B-frames pay there: as similar with four fifths of the bits, for 1.05 times the CPU.
 */
const FINE = { crf: 26.5, params: `${DRAWN}:bframes=3:subme=1:partitions=p8x8` }
const FINE_SETTINGS: Settings = {
  ...SETTINGS,
  HD: { ...SETTINGS.HD, ...FINE },
  FULL: { ...SETTINGS.FULL, ...FINE },
}

/**
 * In kbit/s and kbit. A segment of four seconds begins with a full buffer, and x264 lets it fall to about a half: 14 Mbit/s at
 * most. With less, small moving letters break into blocks. Scenes that need less are the same without it.
 */
const CEILING = { rate: 9000, buffer: 30_000 }
/** More frames than these in a second need more. */
const CEILING_FPS = 30

/** H.264 High by x264. */
export const h264: VideoCodec = {
  encoder: FF_ENCODER_LIBX264,
  name: 'h264',
  pixelFormat: AV_PIX_FMT_YUV420P,
  options: x264Options,
}

/**
 * Stores take 45 to 100 Mbit/s. So many bits need no look-ahead, which would keep dozens of frames of 3840x3840; what a
 * plain cover does not need is filled up, because less is refused.
 */
function spendAll(bitRateMbps: number): string {
  const kbps = Math.round(bitRateMbps * 1000)
  const rate = `bitrate=${kbps}:vbv-maxrate=${kbps}:vbv-bufsize=${kbps}:nal-hrd=cbr`
  return `mbtree=0:rc-lookahead=0:bframes=2:b-adapt=0:weightp=0:scenecut=0:${rate}`
}

/** What moving halftones or footage would take beyond it is not seen, least of all behind a platform's encoder. */
function limitRate(fps: number): string {
  const more = fps > CEILING_FPS ? 1.5 : 1
  return `vbv-maxrate=${CEILING.rate * more}:vbv-bufsize=${CEILING.buffer * more}:vbv-init=1`
}

function x264Options({ quality, fps, isNoisy, isFine, bitRateMbps }: PictureSpec): Record<string, string> {
  const { crf, params, hasCeiling } = (isNoisy ? NOISY_SETTINGS : isFine ? FINE_SETTINGS : SETTINGS)[quality]
  const keyFrames = `keyint=${KEY_FRAME_SECS * fps}:open-gop=0:stitchable=1`
  const way = bitRateMbps ? [spendAll(bitRateMbps)] : [params, ...(hasCeiling ? [limitRate(fps)] : [])]
  const all = [...way, keyFrames, chooseX264Instructions()].join(':')
  if (bitRateMbps) return { preset: 'superfast', profile: 'high', 'x264-params': all }
  return { preset: 'superfast', profile: 'high', crf: String(crf), 'x264-params': all }
}
