import { type AudioAnalysis, chooseExcerpts, type ExcerptWish, type SungLine } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import type { ExcerptDefault } from '@songreel/kit/input'
import type { ChosenExcerpt, ExcerptRange, RenderPlan } from './render-plan.ts'

/** An end this far past the song's end is taken for the end. */
const END_TOLERANCE_SECS = 0.1

/** How long a video without a song lasts, if nobody says. */
const SILENT_SECS = 15

/** The part of the song that the video shows: what the caller wants, or what suits the template and the lines it shows. */
export function chooseExcerpt(
  {
    excerpt,
    excerptRank = 0,
    isWholeSong = false,
  }: Pick<RenderPlan, 'excerpt' | 'excerptRank' | 'isWholeSong'>,
  byDefault: ExcerptDefault,
  analysis: AudioAnalysis | undefined,
  sungLines?: readonly SungLine[],
): ChosenExcerpt {
  if (excerpt) return checkRange(excerpt, byDefault, analysis?.durationSecs)
  if (!analysis) return { startSecs: 0, endSecs: byDefault.kind === 'WHOLE' ? SILENT_SECS : byDefault.secs }
  const { durationSecs } = analysis
  if (byDefault.kind === 'WHOLE' || isWholeSong) return { startSecs: 0, endSecs: durationSecs }
  const { secs } = byDefault
  // A loop plays no sound, so a song that is too short for it takes nothing away from it.
  if (byDefault.kind === 'LOOP' && durationSecs < byDefault.maxSecs) return { startSecs: 0, endSecs: secs }
  const wish: ExcerptWish = {
    secs,
    count: excerptRank + 1,
    ...(sungLines && { lines: sungLines }),
    ...(byDefault.kind === 'LOOP' && { within: byDefault }),
  }
  const choices = chooseExcerpts(analysis, wish)
  const choice = choices[Math.min(excerptRank, choices.length - 1)]
  if (!choice) return { startSecs: 0, endSecs: Math.min(durationSecs, secs) }
  const { startSecs, endSecs, reasons } = choice
  return { startSecs, endSecs, reasons }
}

function checkRange(
  { startSecs, endSecs }: ExcerptRange,
  byDefault: ExcerptDefault,
  durationSecs: number | undefined,
): ExcerptRange {
  checkLoopLength(endSecs - startSecs, byDefault)
  if (durationSecs === undefined) return { startSecs, endSecs }
  const isInside = startSecs >= 0 && startSecs < durationSecs && endSecs <= durationSecs + END_TOLERANCE_SECS
  if (isInside && endSecs > startSecs) return { startSecs, endSecs: Math.min(endSecs, durationSecs) }
  const length = Math.round(durationSecs * 100) / 100
  const message = `The excerpt ${startSecs} to ${endSecs} s does not lie in the song, which is ${length} s long.`
  throw new RenderError('AUDIO_RANGE_INVALID', message, { startSecs, endSecs, durationSecs: length })
}

function checkLoopLength(secs: number, byDefault: ExcerptDefault): void {
  const message = describeLoopMisfit(secs, byDefault)
  if (message) throw new RenderError('AUDIO_RANGE_INVALID', `${message}.`, { secs })
}

/** What is wrong with the length of a loop, or `undefined` where nothing is. */
export function describeLoopMisfit(secs: number, byDefault: ExcerptDefault): string | undefined {
  if (byDefault.kind !== 'LOOP') return undefined
  const { minSecs, maxSecs } = byDefault
  const isFitting = secs > minSecs - END_TOLERANCE_SECS && secs < maxSecs + END_TOLERANCE_SECS
  if (isFitting) return undefined
  return `The excerpt lasts ${Math.round(secs * 100) / 100} s, and this loop must last ${minSecs} to ${maxSecs} s`
}
