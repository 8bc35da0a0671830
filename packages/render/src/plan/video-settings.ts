import type { Motion, Template } from '@songreel/kit/input'
import type { OutputFormat } from '../formats/catalogue.ts'
import { isSameRatio } from './aspect-ratio.ts'
import type { LoudnessTarget, Quality } from './render-plan.ts'
import { QUALITIES } from './video-size.ts'

const DEFAULT_FPS = 30
const DEFAULT_RATIO = '9x16'

/** How a video is made, with every default filled in; the names are those of the API. */
export type ResolvedSettings = {
  aspectRatio: string
  outputQuality: Quality
  fps: number
  format: OutputFormat
  /** Absent in old records of the service: `ORIGINAL`. */
  loudness?: LoudnessTarget
  /** Absent in old records of the service: `FULL`. */
  motion?: Motion
  /** Absent: the template decides between the whole song and its best moment. */
  audioStartEndSecs?: { start: number; end: number }
  /** The whole song, whatever the template would choose. */
  isWholeSong?: boolean
}

type Choices = Pick<Template, 'defaults' | 'aspectRatios'>

/** Fills in what nobody asked for: what the template prefers, else what everybody gets. */
export function resolveSettings(template: Choices, asked: Partial<ResolvedSettings>): ResolvedSettings {
  const { defaults } = template
  const { outputQuality = 'FULL', format = 'MP4', loudness = 'ORIGINAL', motion = 'FULL' } = asked
  return {
    aspectRatio: asked.aspectRatio ?? defaults.aspectRatio ?? chooseRatio(template),
    outputQuality,
    fps: QUALITIES[outputQuality].fps ?? asked.fps ?? defaults.fps ?? DEFAULT_FPS,
    format,
    loudness,
    motion,
    ...(asked.audioStartEndSecs && { audioStartEndSecs: asked.audioStartEndSecs }),
    ...(asked.isWholeSong && { isWholeSong: true }),
  }
}

/** Whether a template can be drawn in a shape. */
export function takesAspectRatio({ aspectRatios }: Choices, aspectRatio: string): boolean {
  return aspectRatios === 'ALL' || aspectRatios.some((each) => isSameRatio(each, aspectRatio))
}

function chooseRatio({ aspectRatios }: Choices): string {
  if (aspectRatios === 'ALL' || aspectRatios.includes(DEFAULT_RATIO)) return DEFAULT_RATIO
  return aspectRatios[0] ?? DEFAULT_RATIO
}
