import type { Content } from '@songreel/sdk'

/** The shapes that people ask for, widest use first; a template that takes any is shown in these. */
export const SHAPES = ['9x16', '1x1', '16x9', '4x5']

/** The shapes that a template is shown in, its own first. */
export function listShapes({ aspectRatios, defaults }: Content): string[] {
  const taken = typeof aspectRatios === 'string' ? SHAPES : aspectRatios
  const own = typeof defaults.aspectRatio === 'string' ? defaults.aspectRatio : undefined
  return own && taken.includes(own) ? [own, ...taken.filter((shape) => shape !== own)] : taken
}

/** What a song must have for it beyond sound and a cover: "lyrics, words timed", "video clips and lyrics". */
export function describeNeeds({ needs }: Pick<Content, 'needs'>): string {
  const lyrics = needs.lyricsTiming === 'WORD' ? 'lyrics, words timed' : 'lyrics'
  return [needs.clips && 'video clips', needs.lyrics && lyrics].filter(Boolean).join(' and ')
}

/** What kind of a video it makes: "Calm · loop". */
export function describeKind(template: Content): string {
  const mood = template.energy === 'CALM' ? 'Calm' : 'Lively'
  return `${mood} · ${isLoop(template) ? 'loop without sound' : template.family.toLowerCase()}`
}

/** Whether it makes loops: silent, and as long as they want to be. */
export function isLoop({ needs }: Content): boolean {
  return needs.audio === false
}
