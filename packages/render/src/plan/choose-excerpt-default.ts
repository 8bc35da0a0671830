import type { ExcerptDefault, Template, TemplateData } from '@songreel/kit/input'

/** How far a loop may miss the length that its caller wants, for the sake of whole bars. */
const LOOP_TOLERANCE = 0.25

/** The part of the song that a template takes by itself; a loop is about as long as its data's `loopSecs` says. */
export function chooseExcerptDefault(
  { defaults }: Pick<Template, 'defaults'>,
  data: TemplateData,
): ExcerptDefault {
  const { excerpt } = defaults
  if (excerpt.kind !== 'LOOP' || typeof data.loopSecs !== 'number') return excerpt
  const secs = data.loopSecs
  return {
    kind: 'LOOP',
    secs,
    minSecs: Math.max(excerpt.minSecs, secs * (1 - LOOP_TOLERANCE)),
    maxSecs: Math.min(excerpt.maxSecs, secs * (1 + LOOP_TOLERANCE)),
  }
}
