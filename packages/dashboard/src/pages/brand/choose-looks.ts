import type { Content, Media } from '@songreel/sdk'
import { listShapes } from '../../format/describe-template.ts'

/** So many are shown: enough to judge a brand by, and few enough to be redrawn while it changes. */
export const LOOKS = 8

/** Looks that are as different as they can be; what a song lacks or a shape rules out makes room for the next. */
const ORDER = [
  'PROMO_OUT_NOW',
  'VISUAL_SPECTRUM_RING',
  'LYRIC_STACK_FOCUS',
  'SNIPPET_WAVEFORM_CARD',
  'VISUAL_GRADIENT_FLOW',
  'RETRO_VINYL_SPIN',
  'LYRIC_KARAOKE_FILL',
  'VISUAL_SCREEN_PRINT',
  'BASE_BASIC_UNIFIED',
  'VISUAL_DEPTH_TITLE',
  'RETRO_CASSETTE_DECK',
  'VISUAL_SONG_STRATA',
  'PROMO_PRESAVE_COUNTDOWN',
  'VISUAL_COVER_BOX',
]

/** The song that looks are drawn with; undefined: the demo song, which has lyrics. */
export type ShownSong = Pick<Media, 'textAssetsIds' | 'videoAssets'> | undefined

/** Eight very different looks that can be drawn with this song in this shape. */
export function chooseLooks(templates: Content[], song: ShownSong, shape: string): Content[] {
  const fits = (template: Content) => {
    const { lyrics, clips } = template.needs
    const hasLyrics = !song || song.textAssetsIds.LYRICS !== undefined
    return (
      listShapes(template).includes(shape) &&
      (lyrics !== 'REQUIRED' || hasLyrics) &&
      !clips &&
      template.family !== 'LOOP'
    )
  }
  const rank = ({ contentId }: Content) => (ORDER.indexOf(contentId) + 1 || ORDER.length + 1) - 1
  return templates
    .filter(fits)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, LOOKS)
}
