import { defineTemplate, findKeepingCrop, nameAlbum } from '@songreel/kit'
import { drawDaylight } from './daylight.ts'
import { planTrack } from './layout.ts'
import { drawLine, hangPrint, mixRoom, paintWall } from './room.ts'

/** The whole song under its cover: a print on a wall, in the light of a day. */
export const template = defineTemplate({
  contentId: 'BASE_ART_TRACK',
  version: 9,
  energy: 'CALM',
  title: 'Art track',
  description:
    'The cover as a print on a wall, for the whole song: sunlight through a window and leaves wanders over the wall and swells with the music.',
  aspectRatios: ['16x9', '1x1', '9x16'],
  // Nothing here moves fast enough for more pictures a second, and a whole song has thousands of them.
  defaults: { excerpt: { kind: 'WHOLE' }, aspectRatio: '16x9', fps: 24 },
  example: { customText: 'Nightjar Records' },

  setup({ size, data, cover, audio, song, fontStyle: font, seed, motion }) {
    const note = [nameAlbum(song), data.customText].filter(Boolean).join(' · ')
    const layout = planTrack(size, {
      title: song.title,
      artist: song.artist,
      note,
      font,
      // A square print is what covers are; where it would cut into a flat picture's subject, all of that is shown.
      ratio: findKeepingCrop(cover, { width: 1, height: 1 }) ? 1 : Math.max(1, cover.width / cover.height),
    })
    const colours = mixRoom(cover.palette)
    return [
      ...paintWall(layout, colours),
      drawDaylight({ layout, audio, seed, motion, shadow: colours.shadow }),
      ...hangPrint(cover, layout, colours),
      ...drawLine(layout, colours),
    ]
  },
})
