import {
  type AudioTrack,
  type Cover,
  defineTemplate,
  drawCard,
  drawText,
  type FontStyle,
  fitText,
  isRightToLeft,
  type Layer,
  paint,
  type Song,
  sprite,
  z,
} from '@songreel/kit'
import { hangCurtain } from './curtain.ts'
import { type KaraokeLayout, planKaraoke } from './layout.ts'
import { drawCountIns, drawRows, drawTitleCard, type Ink, inkWords, leaveCard } from './words.ts'

/** Two lines to sing from, filled word by word, in front of a stage curtain. */
export const template = defineTemplate({
  contentId: 'LYRIC_KARAOKE_FILL',
  title: 'Karaoke',
  description:
    'Two lines fill word by word after a count-in, in front of a curtain that moves with every beat.',
  aspectRatios: ['16x9', '9x16'],
  needs: { lyrics: 'REQUIRED', lyricsTiming: 'WORD' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '16x9', fontStyle: 'MODERN' },

  setup({ size, cover, audio, song, lyrics, fontStyle: font, seed, motion }) {
    const { palette } = cover
    const layout = planKaraoke(size, { song, lyrics, font, durationSecs: audio.durationSecs })
    const ink = inkWords(palette)
    const how = { audio, motion, ink }
    // The first row is shown in time to be read; until then the song is announced in the rows' places.
    const untilSecs = Math.min(audio.durationSecs + 1, ...layout.rows.map(({ showSecs }) => showSecs))
    return [
      hangCurtain({ size, palette, audio, seed, type: layout.type, motion }),
      ...drawHead(layout, { cover, audio, ink, untilSecs }),
      ...(untilSecs > 0 ? drawOpening(layout, { song, font, ink, untilSecs }) : []),
      ...drawCountIns(layout, how),
      ...drawRows(layout, how),
    ]
  },
})

/** The cover swells with the beat; beside it the names. */
function drawHead(
  { cover: box, title, artist, frame }: KaraokeLayout,
  { cover, audio, ink, untilSecs }: { cover: Cover; audio: AudioTrack; ink: Ink; untilSecs: number },
): Layer[] {
  const card = paint(box, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(16)),
  )
  const names = [
    { ...title, colour: cover.palette.text },
    { ...artist, colour: ink.quiet },
  ]
  return [
    sprite(card, { scale: (each) => 0.95 + 0.05 * audio.beat(each) }),
    ...names.map(({ box: place, text, colour }) =>
      sprite(
        paint(place, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) }),
        { opacity: untilSecs > 0 ? ({ secs }) => leaveCard(secs, untilSecs) : 1 },
      ),
    ),
  ]
}

/** Title and artist in the rows' places. */
function drawOpening(
  layout: KaraokeLayout,
  { song, font, ink, untilSecs }: { song: Song; font: FontStyle; ink: Ink; untilSecs: number },
): Layer[] {
  const side = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const [upper, lower] = layout.slots
  const fit = (text: string, role: 'DISPLAY' | 'TEXT', maxSizePx: number) =>
    fitText(text, upper, { font, role, align: 'LEFT', maxSizePx, minSizePx: maxSizePx * 0.2, maxLines: 2 })
  const { scale } = layout.frame
  const text = [
    { layout: fit(song.title, 'DISPLAY', Math.min(scale(150), upper.height)), slot: 0, side } as const,
    { layout: fit(song.artist, 'TEXT', Math.min(scale(84), lower.height)), slot: 1, side } as const,
  ]
  return drawTitleCard(layout, { text, ink, untilSecs })
}
