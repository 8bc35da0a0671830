import type { AudioAnalysis } from '../audio/audio-analysis.ts'
import { chooseExcerpts } from '../audio/choose-excerpts.ts'
import { RenderError } from '../errors.ts'
import type { ExcerptDefault } from '../template.ts'
import type { ExcerptRange, RenderPlan } from './render-plan.ts'

/** An end this far past the song's end is taken for the end. */
const END_TOLERANCE_SECS = 0.1

/** How long a video without a song lasts, if nobody says. */
const SILENT_SECS = 15

/** The part of the song that the video shows: what the caller wants, or what suits the template. */
export function chooseExcerpt(
  { excerpt, excerptRank = 0 }: Pick<RenderPlan, 'excerpt' | 'excerptRank'>,
  byDefault: ExcerptDefault,
  analysis: AudioAnalysis | undefined,
): ExcerptRange {
  if (!analysis)
    return excerpt ?? { startSecs: 0, endSecs: byDefault.kind === 'HOOK' ? byDefault.secs : SILENT_SECS }
  if (excerpt) return checkRange(excerpt, analysis.durationSecs)
  if (byDefault.kind === 'WHOLE') return { startSecs: 0, endSecs: analysis.durationSecs }
  const choices = chooseExcerpts(analysis, { secs: byDefault.secs, count: excerptRank + 1 })
  const { startSecs, endSecs } = choices[Math.min(excerptRank, choices.length - 1)] ?? {
    startSecs: 0,
    endSecs: Math.min(analysis.durationSecs, byDefault.secs),
  }
  return { startSecs, endSecs }
}

function checkRange({ startSecs, endSecs }: ExcerptRange, durationSecs: number): ExcerptRange {
  const isInside = startSecs >= 0 && startSecs < durationSecs && endSecs <= durationSecs + END_TOLERANCE_SECS
  if (isInside && endSecs > startSecs) return { startSecs, endSecs: Math.min(endSecs, durationSecs) }
  const length = Math.round(durationSecs * 100) / 100
  const message = `The excerpt ${startSecs} to ${endSecs} s does not lie in the song, which is ${length} s long.`
  throw new RenderError('AUDIO_RANGE_INVALID', message, { startSecs, endSecs, durationSecs: length })
}
