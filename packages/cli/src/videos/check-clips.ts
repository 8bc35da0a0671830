import type { Template } from '@songreel/render'
import { usageError } from '../cli-error.ts'
import type { Reporter } from '../reporter.ts'

/** Refuses too few videos before anybody waits; those that are not shown are worth a warning. */
export function checkClips(
  { contentId, needs }: Template,
  clips: readonly string[],
  reporter: Reporter,
): void {
  const { min, max } = needs.clips ?? { min: 0, max: 0 }
  if (clips.length < min) {
    const wanted = min === 1 ? 'a video' : `at least ${min} videos`
    throw usageError(`${contentId} shows videos of yours and needs ${wanted}: --clip <file>, once for each.`)
  }
  if (clips.length <= max) return
  const message = needs.clips
    ? `${contentId} takes up to ${max} videos, so only the first ${max} of ${clips.length} are used.`
    : `${contentId} shows no videos, so --clip is not used.`
  reporter.report({ event: 'warning', code: 'CLIPS_UNUSED', message })
}
