import { LoudnessTarget, Motion } from '@songreel/contract/videos'
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  planVideoSize,
  QUALITIES,
  type Quality,
  resolveSettings,
  type Template,
  takesAspectRatio,
} from '@songreel/render'
import { usageError } from '../cli-error.ts'
import { parseClock } from '../clock.ts'
import { cleanText } from '../print.ts'
import { suggest } from '../suggest.ts'

/** How the videos are to be made. */
export type VideoSettings = {
  quality: Quality
  format: OutputFormat
  /** Undefined: the template's own. */
  fps: number | undefined
  loudness: LoudnessTarget
  motion: Motion
  /** Variations of each shape. */
  count: number
  /** Undefined: the template's own. */
  aspects: string[] | undefined
}

const FRAME_RATES = ['24', '25', '30', '50', '60']
const MAX_COUNT = 10

/** Reads `--quality`. */
export function parseQuality(text: string): Quality {
  return parseChoice('--quality', text, Object.keys(QUALITIES) as Quality[])
}

/** Reads `--format`. */
export function parseFormat(text: string): OutputFormat {
  return parseChoice('--format', text.replace(/^\./, ''), Object.keys(OUTPUT_FORMATS) as OutputFormat[])
}

/** Reads `--fps`. */
export function parseFps(text: string): number {
  return Number(parseChoice('--fps', text, FRAME_RATES))
}

/** Reads `--loudness`. */
export function parseLoudness(text: string): LoudnessTarget {
  const name = text
    .trim()
    .toUpperCase()
    .replace('−', '-')
    .replace(/\s*LUFS$/, '')
  const parsed = LoudnessTarget.safeParse(name === 'ORIGINAL' ? name : Number(name || Number.NaN))
  if (parsed.success) return parsed.data
  throw usageError(
    `--loudness must be ORIGINAL or a number of LUFS from -30 to -6, not ${text}. Example: --loudness -14`,
  )
}

/** Reads `--motion`. */
export function parseMotion(text: string): Motion {
  return parseChoice('--motion', text, Motion.options)
}

/** Reads `--count`. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_COUNT) return count
  throw usageError(`--count must be a whole number from 1 to ${MAX_COUNT}, not ${text}.`)
}

/** Reads `--aspect 9x16,1x1`; `9:16` is understood. */
export function parseAspects(text: string): string[] {
  const aspects = text
    .split(',')
    .map((aspect) => aspect.trim().replace(/\s*[:×X]\s*/, 'x'))
    .filter(Boolean)
  if (aspects.length === 0) throw usageError('--aspect names no shape. Example: --aspect 9x16,1x1')
  for (const aspect of aspects) checkAspect(aspect)
  return [...new Set(aspects)]
}

/** Reads `--start`, `--end` and `--at`. */
export function parseMoment(flag: string): (text: string) => number {
  return (text) => {
    const secs = parseClock(text)
    if (secs !== undefined) return secs
    throw usageError(`${flag} ${text} is no time. Write it like 1:02, 1:02.5 or 62.`)
  }
}

/** The shapes to make, each one that the template can. */
export function chooseAspects(template: Template, wanted: string[] | undefined): string[] {
  const { aspectRatios, contentId } = template
  if (!wanted) return [resolveSettings(template, {}).aspectRatio]
  const wrong = wanted.find((aspect) => !takesAspectRatio(template, aspect))
  if (wrong) throw usageError(`${contentId} is made in ${[aspectRatios].flat().join(', ')}, not in ${wrong}.`)
  return wanted
}

function parseChoice<Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text.toUpperCase())
  if (found) return found
  throw usageError(
    `${flag} must be one of ${choices.join(', ')}, not ${cleanText(text)}.${suggest(text, choices)}`,
  )
}

function checkAspect(aspect: string): void {
  try {
    planVideoSize(aspect, 'PREVIEW')
  } catch (error) {
    throw usageError(
      `--aspect ${aspect} is no shape. Write two whole numbers up to 32, such as 9x16, between 1x3 and 3x1.`,
      error,
    )
  }
}
