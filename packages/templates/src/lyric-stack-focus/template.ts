import {
  type AudioTrack,
  type Cover,
  chooseInk,
  defineTemplate,
  drawCard,
  drawText,
  type Layer,
  type Palette,
  paint,
  sprite,
  z,
} from '@songreel/kit'
import { meltCover } from './ground.ts'
import { planStack, type StackLayout } from './layout.ts'
import { drawLines } from './lines.ts'

/** The lines of the song scroll past; the one that is sung is bright, over the cover turned into liquid. */
export const template = defineTemplate({
  contentId: 'LYRIC_STACK_FOCUS',
  title: 'Lyric stack',
  description:
    'The lines scroll past, the one being sung is bright; behind them the melted cover flows with the beat.',
  aspectRatios: ['9x16', '16x9', '1x1'],
  needs: { lyrics: 'REQUIRED' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '9x16', fontStyle: 'GROTESK' },

  setup({ size, cover, audio, song, lyrics, fontStyle: font, seed, motion }) {
    const { palette } = cover
    const layout = planStack(size, { song, lyrics, font, durationSecs: audio.durationSecs })
    return [
      meltCover({ size, cover, audio, seed, type: layout.type, motion }),
      ...drawHead(layout, cover, audio),
      ...drawLines(layout, { palette, rest: findRest(palette), audio }),
    ]
  },
})

/** The lightest ground behind type, and what a resting line must have on it. */
const GROUND_CONTRAST = 10
const REST_CONTRAST = 4.8

/** A line at rest: as quiet as it can be and still be read. */
function findRest(palette: Palette): string {
  return chooseInk(palette, { groundContrast: GROUND_CONTRAST, quietContrast: REST_CONTRAST }).quiet
}

function drawHead(
  { cover: box, title, artist, frame }: StackLayout,
  cover: Cover,
  audio: AudioTrack,
): Layer[] {
  const { palette } = cover
  const card = paint(box, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(width > frame.scale(300) ? 20 : 14)),
  )
  const swing = box.width > frame.scale(300) ? 0.03 : 0.06
  const words = [
    { ...title, colour: palette.text },
    { ...artist, colour: findRest(palette) },
  ]
  return [
    sprite(card, { scale: (each) => 1 - swing + swing * audio.beat(each) }),
    ...words.map(({ box: place, text, colour }) =>
      sprite(paint(place, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) })),
    ),
  ]
}
