import { addBackground, type Background, type Template } from '@songreel/render'
import { usageError } from '../cli-error.ts'
import type { Reporter } from '../reporter.ts'

type Wished = Background | undefined

/** Refuses too few videos before anybody waits; those that are not shown are worth a warning. */
export function checkClips(
  { contentId, needs, backgrounds }: Template,
  background: Wished,
  { clips, reporter }: { clips: readonly string[]; reporter: Reporter },
): void {
  const shown = addBackground(needs, background).clips
  const { min, max } = shown ?? { min: 0, max: 0 }
  if (clips.length < min) {
    const wanted = min === 1 ? 'a video' : `at least ${min} videos`
    throw usageError(`${contentId} shows videos of yours and needs ${wanted}: --clip <file>, once for each.`)
  }
  if (clips.length <= max) return
  const advice = backgrounds.includes('VIDEOS') ? ' To have them behind it: --background VIDEOS' : ''
  const message = shown
    ? `${contentId} takes up to ${max} videos, so only the first ${max} of ${clips.length} are used.`
    : `${contentId} shows no videos, so --clip is not used.${advice}`
  reporter.report({ event: 'warning', code: 'CLIPS_UNUSED', message })
}

/** Refuses a background that the template does not take, or a photograph that is missing. */
export function checkBackground(
  { contentId, needs, backgrounds }: Template,
  background: Wished = 'COVER',
  { photo, reporter }: { photo: string | undefined; reporter: Reporter },
): void {
  if (!backgrounds.includes(background))
    throw usageError(`${contentId} takes --background ${backgrounds.join(' or ')}, not ${background}.`)
  if (background === 'ARTIST' && !photo)
    throw usageError('--background ARTIST shows a photograph of the artist: --photo <file>')
  if (addBackground(needs, background).photo || !photo) return
  const advice = backgrounds.includes('ARTIST') ? ' To have it behind it: --background ARTIST' : ''
  const message = `${contentId} shows no photograph, so --photo is not used.${advice}`
  reporter.report({ event: 'warning', code: 'PHOTO_UNUSED', message })
}
