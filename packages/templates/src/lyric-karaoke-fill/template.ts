import {
  type Box,
  defineTemplate,
  drawText,
  type FontStyle,
  fitText,
  isRightToLeft,
  type Layer,
  ownLogo,
  paint,
  pictureGround,
  planFrame,
  type SetupInput,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { drawBall } from './ball.ts'
import { hangCover, shapeCover, showCard } from './cover.ts'
import { type KaraokeLayout, planKaraoke } from './layout.ts'
import { drawRays, findRayContrast } from './rays.ts'
import { drawRows, drawTitleCard, type Ink, inkWords, leaveCard } from './words.ts'

/** A huge line to sing from, filled word by word, with the next one below it, and the whole cover in its own colours, which dances along. */
export const template = defineTemplate({
  contentId: 'LYRIC_KARAOKE_FILL',
  version: 13,
  title: 'Karaoke',
  description:
    'The line being sung stands huge and fills word by word beside the dancing cover; a ball hops from syllable to syllable and counts you in, in front of a sunburst.',
  aspectRatios: ['16x9', '9x16'],
  needs: { lyrics: 'REQUIRED', lyricsTiming: 'WORD' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '16x9', fontStyle: 'MODERN' },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],

  setup(input) {
    const { size, cover, audio, song, fontStyle: font, seed, motion } = input
    const isOverPicture = (input.background ?? 'COVER') !== 'COVER'
    const { palette } = cover
    const layout = planScene(input)
    const ink = inkWords(palette)
    const { x, y, width, height } = layout.cover
    const centre = { x: x + width / 2, y: y + height / 2 }
    // The first row is shown in time to be read; until then the song is announced in the rows' places.
    const untilSecs = Math.min(audio.durationSecs + 1, ...layout.rows.map(({ showSecs }) => showSecs))
    return [
      ...pictureGround(input, {
        type: [layout.room],
        ratio: findRayContrast(palette),
        seen: findFree(layout),
        own: () => [drawRays({ size, palette, audio, seed, centre, motion })],
      }),
      isOverPicture ? showCard(cover, { layout, audio }) : hangCover(cover, { layout, audio, motion }),
      ...drawNames(layout, ink, untilSecs),
      ...(untilSecs > 0 ? drawOpening(layout, { song, font, ink, untilSecs }) : []),
      ...drawRows(layout, { audio, motion, ink }),
      ...drawBall({ layout, audio, motion, font, colour: ink.accent, ink: palette.background }),
      ...(layout.logo ? ownLogo(input, LOGO, layout.logo) : []),
    ]
  },

  // Rays turn behind all corners, and the cover fills one side.
  placeLogos(input) {
    const { logo } = planScene(input)
    return logo ? { [LOGO]: logo } : {}
  },
})

/** The name of the logo's place. */
const LOGO: string = 'names'

function planScene({
  size,
  cover,
  audio,
  song,
  lyrics,
  fontStyle: font,
  background,
  logo,
}: SetupInput<unknown>) {
  return planKaraoke(size, {
    song,
    lyrics,
    font,
    durationSecs: audio.durationSecs,
    print: shapeCover(cover, planFrame(size).shape),
    isOverPicture: (background ?? 'COVER') !== 'COVER',
    logoSize: logo?.size,
  })
}

/** The part of the frame beside or above the type, in fractions of it. */
function findFree({ room, frame: { size, shape } }: KaraokeLayout): Box {
  if (shape !== 'WIDE') return { x: 0, y: 0, width: 1, height: room.y / size.height }
  const isLeft = room.x > size.width / 2 - room.width / 2
  const width = 1 - (room.width + Math.min(room.x, size.width - room.x - room.width)) / size.width
  return { x: isLeft ? 0 : 1 - width, y: 0, width, height: 1 }
}

/** Title and artist, small, once the rows have taken their places. */
function drawNames({ title, artist, frame }: KaraokeLayout, ink: Ink, untilSecs: number): Layer[] {
  const names = [
    { ...title, colour: ink.sung },
    { ...artist, colour: ink.quiet },
  ]
  return names.map(({ box, text, colour }) =>
    sprite(
      paint(box, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) }),
      { opacity: untilSecs > 0 ? ({ secs }) => leaveCard(secs, untilSecs) : 1 },
    ),
  )
}

/** Title and artist in the rows' places. */
function drawOpening(
  layout: KaraokeLayout,
  { song, font, ink, untilSecs }: { song: Song; font: FontStyle; ink: Ink; untilSecs: number },
): Layer[] {
  const side = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const [upper, lower] = layout.slots
  const fit = (text: string, role: 'DISPLAY' | 'TEXT', maxSizePx: number) =>
    fitText(text, role === 'TEXT' ? lower : upper, {
      font,
      role,
      align: 'LEFT',
      maxSizePx,
      minSizePx: maxSizePx * 0.2,
      maxLines: 2,
    })
  const { scale } = layout.frame
  const text = [
    { layout: fit(song.title, 'DISPLAY', Math.min(scale(150), upper.height)), slot: 0, side } as const,
    { layout: fit(song.artist, 'TEXT', Math.min(scale(84), lower.height)), slot: 1, side } as const,
  ]
  return drawTitleCard(layout, { text, ink, untilSecs })
}
