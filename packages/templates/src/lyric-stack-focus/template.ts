import {
  type AudioTrack,
  type Cover,
  chooseInk,
  defineTemplate,
  drawCard,
  drawText,
  type Layer,
  type Palette,
  type Print,
  paint,
  pictureGround,
  sprite,
  z,
} from '@songreel/kit'
import { meltCover } from './ground.ts'
import { planStack, type StackLayout } from './layout.ts'
import { drawLines } from './lines.ts'

/** The lines of the song scroll past, huge; the one that is sung is bright, and they stand on the cover. */
export const template = defineTemplate({
  contentId: 'LYRIC_STACK_FOCUS',
  version: 9,
  title: 'Lyric stack',
  description:
    'The line being sung stands huge and bright above the one to come; they stand on the cover, whose deep colour flows with the beat.',
  aspectRatios: ['9x16', '16x9', '1x1'],
  needs: { lyrics: 'REQUIRED' },
  requiredData: z.object({ lyrics: z.string().max(200_000).optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 20 }, aspectRatio: '9x16', fontStyle: 'GROTESK' },
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],

  setup(input) {
    const { size, cover, audio, song, lyrics, fontStyle: font, seed, motion, background = 'COVER' } = input
    const { palette } = cover
    const layout = planStack(size, {
      song,
      lyrics,
      font,
      cover,
      durationSecs: audio.durationSecs,
      isOverPicture: background !== 'COVER',
    })
    const rest = findRest(palette, background === 'COVER' ? GROUND_CONTRAST : PICTURE_CONTRAST)
    return [
      ...pictureGround(input, {
        type: layout.type,
        ratio: PICTURE_CONTRAST,
        ...(layout.seen && { seen: layout.seen }),
        own: () => [meltCover({ size, cover, audio, seed, type: layout.type, motion })],
      }),
      ...drawHead(layout, { cover, audio, rest }),
      ...drawLines(layout, { palette, rest, audio }),
    ]
  },
})

/** The lightest ground behind type, and over a picture, which is to be seen; and what a resting line must have on it. */
const GROUND_CONTRAST = 10
const PICTURE_CONTRAST = 8
const REST_CONTRAST = 4.8

/** A line at rest: as quiet as it can be and still be read. */
function findRest(palette: Palette, groundContrast: number): string {
  return chooseInk(palette, { groundContrast, quietContrast: REST_CONTRAST }).quiet
}

function drawHead(
  layout: StackLayout,
  { cover, audio, rest }: { cover: Cover; audio: AudioTrack; rest: string },
): Layer[] {
  const { title, artist, frame } = layout
  const words = [
    { ...title, colour: cover.palette.text },
    { ...artist, colour: rest },
  ]
  return [
    layout.print ? drawPrint(cover, layout.print) : drawCardOver(layout, cover, audio),
    ...words.map(({ box: place, text, colour }) =>
      sprite(paint(place, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) })),
    ),
  ]
}

/** The cover in its corner. It rests, so that the lines stand on an edge that does. */
function drawPrint({ image }: Cover, { box, crop }: Print): Layer {
  return sprite(
    paint(box, (ctx, { width, height }) => {
      ctx.imageSmoothingQuality = 'high'
      ctx.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
    }),
  )
}

/** How much the card shrinks between beats. */
const CARD_SWING = 0.06

/** The cover as a small card, over a film or a photograph. */
function drawCardOver({ cover: box, frame, isRtl }: StackLayout, cover: Cover, audio: AudioTrack): Layer {
  const card = paint(box, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(14)),
  )
  // From the edge on which the lines stand, so that it never leaves that.
  return sprite(card, {
    scale: (each) => 1 - CARD_SWING + CARD_SWING * audio.beat(each),
    anchor: { x: isRtl ? 1 : 0, y: 0.5 },
  })
}
