import {
  type AudioTrack,
  type Cover,
  chooseInk,
  defineTemplate,
  drawCard,
  drawText,
  fadeOut,
  findKeepingCrop,
  type Layer,
  type Palette,
  paint,
  pictureGround,
  sprite,
  z,
} from '@songreel/kit'
import { meltCover } from './ground.ts'
import { placeSleeve, planFade, planStack, type StackLayout } from './layout.ts'
import { drawLines } from './lines.ts'

/** The lines of the song scroll past; the one that is sung is bright, above the cover, which turns into liquid. */
export const template = defineTemplate({
  contentId: 'LYRIC_STACK_FOCUS',
  version: 4,
  title: 'Lyric stack',
  description:
    'The lines scroll past, the one being sung is bright; the cover rises out of its own dark colours, which flow with the beat.',
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
    drawPicture(layout, cover, audio) ?? drawSleeve(layout, cover, audio),
    ...words.map(({ box: place, text, colour }) =>
      sprite(paint(place, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) })),
    ),
  ]
}

/** How much the cover grows on a beat. */
const PICTURE_SWING = 0.035

/** The cover as wide as the frame, if its subject stays whole. It comes out of the ground above it, and grows on the beat from its foot. */
function drawPicture({ isPicture, cover: box, frame }: StackLayout, cover: Cover, audio: AudioTrack) {
  const { from, to } = planFade(frame)
  const gone = (to - from) / 2 / box.height
  const part = findKeepingCrop(cover, box, { seen: { x: 0, y: gone, width: 1, height: 1 - gone } })
  if (!isPicture || !part) return undefined
  const painting = paint(box, (ctx, { width, height }) => {
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, part.x, part.y, part.width, part.height, 0, 0, width, height)
    fadeOut(ctx, { axis: 'y', full: to - from, gone: 0 })
  })
  return sprite(painting, {
    // Only ever larger, so that no edge comes into the frame, and from the top, where type ends.
    scale: (at) => 1 + PICTURE_SWING * audio.beat(at) + 0.02 * (0.5 - 0.5 * Math.cos(0.5 * at.secs)),
    anchor: { x: 0.5, y: 0 },
  })
}

/** The whole cover as a card. */
function drawSleeve(layout: StackLayout, cover: Cover, audio: AudioTrack): Layer {
  const { frame } = layout
  const box = layout.isPicture ? placeSleeve(layout, cover) : layout.cover
  const card = paint(box, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(width > frame.scale(300) ? 20 : 14)),
  )
  const swing = box.width > frame.scale(300) ? 0.03 : 0.06
  return sprite(card, { scale: (each) => 1 - swing + swing * audio.beat(each) })
}
