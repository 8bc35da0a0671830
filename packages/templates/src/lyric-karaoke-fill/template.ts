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
import { findMelts, hangCover, shapeCover, showCard } from './cover.ts'
import { type KaraokeLayout, planKaraoke } from './layout.ts'
import { GROUND_CONTRAST, lightStage } from './stage.ts'
import { drawRows, drawTitleCard, type Ink, inkWords, leaveCard } from './words.ts'

/** A huge line to sing from, behind which a bar runs word by word, the next one below it, and the cover, which melts into the stage and dances along. */
export const template = defineTemplate({
  contentId: 'LYRIC_KARAOKE_FILL',
  version: 14,
  title: 'Karaoke',
  description:
    "The line being sung stands huge and bright; a bar in the cover's accent counts you in from the frame's edge and runs along behind the words, beside the dancing cover.",
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
    // The first row is shown in time to be read; until then the song is announced in the rows' places.
    const untilSecs = Math.min(audio.durationSecs + 1, ...layout.rows.map(({ showSecs }) => showSecs))
    return [
      ...pictureGround(input, {
        type: [layout.room],
        ratio: GROUND_CONTRAST,
        seen: findFree(layout),
        own: () => [lightStage({ size, palette, audio, seed, motion, bottom: findHorizon(layout) })],
      }),
      isOverPicture ? showCard(cover, { layout, audio }) : hangCover(cover, { layout, audio, motion }),
      ...drawNames(layout, ink, untilSecs),
      ...(untilSecs > 0 ? drawOpening(layout, { song, font, ink, untilSecs }) : []),
      ...drawRows(layout, { audio, motion, ink }),
      ...(layout.logo ? ownLogo(input, LOGO, layout.logo) : []),
    ]
  },

  // Light flows behind all corners, and the cover fills one side.
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
  const { shape } = planFrame(size)
  const print = shapeCover(cover, shape)
  return planKaraoke(size, {
    song,
    lyrics,
    font,
    durationSecs: audio.durationSecs,
    print,
    melts: findMelts(cover, shape, { print, isMirrored: isRightToLeft(song.title) }),
    isOverPicture: (background ?? 'COVER') !== 'COVER',
    logoSize: logo?.size,
  })
}

/** From here down a cover from side to side hides the stage. */
function findHorizon({ cover, melts, frame: { size, scale } }: KaraokeLayout): number {
  if (cover.width < size.width) return size.height
  return Math.min(size.height, Math.ceil(cover.y + melts.head * cover.height + scale(4)))
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
    { ...title, colour: ink.text },
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
  const { slots, frame } = layout
  const align = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const fit = (text: string, room: Box, role: 'DISPLAY' | 'TEXT', maxSizePx: number) =>
    fitText(text, room, { font, role, align, maxSizePx, minSizePx: maxSizePx * 0.2, maxLines: 2 })
  const title = fit(song.title, slots.sung, 'DISPLAY', Math.min(frame.scale(190), slots.sung.height))
  const artist = fit(song.artist, slots.next, 'TEXT', Math.min(frame.scale(84), slots.next.height))
  return drawTitleCard(layout, { title, artist, ink, untilSecs })
}
