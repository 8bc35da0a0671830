import {
  type AudioTrack,
  type Box,
  type Cover,
  chooseInk,
  defineTemplate,
  drawText,
  drawWhole,
  fadeOut,
  type Layer,
  type Palette,
  paint,
  pictureGround,
  type Size,
  sprite,
  traceRoundedRect,
  z,
} from '@songreel/kit'
import { meltCover, TYPE_CONTRAST } from './ground.ts'
import { planStack, type StackLayout } from './layout.ts'
import { drawLines } from './lines.ts'

/** The lines of the song scroll past in one large size; the one that is sung is bright and grows. */
export const template = defineTemplate({
  contentId: 'LYRIC_STACK_FOCUS',
  version: 12,
  title: 'Lyric stack',
  description:
    'The lines of the song scroll past in one large size and fill the frame; the one being sung is bright and grows. The cover is below or beside them, and its colours flow with the beat.',
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
    const rest = findRest(palette, background === 'COVER' ? TYPE_CONTRAST : PICTURE_CONTRAST)
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

/** The lightest ground over a picture, which is to be seen, and what a resting line must have on any. */
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
    drawPrint(layout, cover, audio),
    ...words.map(({ box: place, text, colour }) =>
      sprite(paint(place, (ctx) => drawText(ctx, text, 0, 0, colour), { bleed: frame.scale(8) })),
    ),
  ]
}

/** Where all of a cover would lie in the area that its print goes on to fill. */
function placeWhole({ box, crop, area = box }: StackLayout['print'], { width, height }: Size): Box {
  const scale = box.width / crop.width
  return {
    x: box.x - area.x - scale * crop.x,
    y: box.y - area.y - scale * crop.y,
    width: scale * width,
    height: scale * height,
  }
}

/** How much a card, or a picture in the corner, shrinks between beats. */
const CARD_SWING = 0.04

function drawPrint({ print, frame, isRtl }: StackLayout, cover: Cover, audio: AudioTrack): Layer {
  const { kind, box, crop, melts, area } = print
  const painting = paint(area ?? box, (ctx, { width, height }) => {
    if (area) {
      drawWhole(ctx, cover, { place: placeWhole(print, cover), area: { x: 0, y: 0, width, height } })
      return
    }
    if (kind === 'CARD') {
      traceRoundedRect(ctx, { x: 0, y: 0, width, height }, frame.scale(10))
      ctx.clip()
    }
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
    if (melts) fadeOut(ctx, { axis: 'y', full: melts * height, gone: 0 })
  })
  // It rests, so that the lines stand on an edge that does.
  if (kind === 'PICTURE') return sprite(painting)
  // From the corner in which it stands, so that it never leaves that.
  return sprite(painting, {
    scale: (each) => 1 - CARD_SWING + CARD_SWING * audio.beat(each),
    anchor: { x: isRtl ? 1 : 0, y: 1 },
  })
}
