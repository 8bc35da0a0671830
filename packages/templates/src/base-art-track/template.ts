import {
  type Cover,
  defineTemplate,
  drawFilling,
  drawText,
  type Frame,
  type Layer,
  mixColours,
  type Palette,
  paint,
  sprite,
  wipe,
  withAlpha,
} from '@songreel/kit'
import type { PlacedText } from './credits.ts'
import { planTrack, type TrackLayout } from './layout.ts'
import { planTiming, type Timing } from './timing.ts'
import { drawWall } from './wall.ts'

/** The whole song under its cover, which breathes slowly; the wall beside it answers the music with light. */
export const template = defineTemplate({
  contentId: 'BASE_ART_TRACK',
  version: 3,
  energy: 'CALM',
  title: 'Art track',
  description:
    'The whole song under its cover, which lights the wall beside it as brightly as the music is loud.',
  aspectRatios: ['16x9', '1x1', '9x16'],
  // Nothing here moves fast enough for more pictures a second, and a whole song has thousands of them.
  defaults: { excerpt: { kind: 'WHOLE' }, aspectRatio: '16x9', fps: 24 },
  example: { customText: 'Nightjar Records' },

  setup({ size, data, cover, audio, song, fontStyle: font, motion }) {
    const { palette } = cover
    const note = [song.album, data.customText].filter(Boolean).join(' · ')
    const layout = planTrack(size, { title: song.title, artist: song.artist, note, font })
    const { light, breath } = planTiming(audio, motion)
    const quiet = mixColours(palette.background, palette.text, 0.8)
    const ink = [
      { colour: palette.text, contrast: 7 },
      { colour: quiet, contrast: 4.5 },
      { colour: palette.accent, contrast: 3 },
    ]

    return [
      drawWall(cover, { size, box: layout.cover, ground: palette.background, ink, level: light }),
      hangCover(cover, layout, breath),
      ...drawCredits(layout, palette.text, quiet),
      drawLine(layout, palette),
    ]
  },
})

/** How much larger the cover is when it has breathed in: what it loses at the frame's edges nobody misses. */
const BREATH = 0.028

/** It grows from the corner in which it hangs, so that its sides never leave the frame's edges. */
function hangCover(picture: Cover, { cover: box }: TrackLayout, breath: Timing['breath']): Layer {
  // Painted at its largest, where it must be sharp.
  const largest = 1 + BREATH
  const large = { ...box, width: box.width * largest, height: box.height * largest }
  const painting = paint(box.x > 0 ? { ...large, x: box.x + box.width - large.width } : large, (ctx) =>
    drawFilling(ctx, picture, { ...large, x: 0, y: 0 }),
  )
  return sprite(painting, {
    scale: (frame) => (1 + BREATH * breath(frame)) / largest,
    anchor: { x: box.x > 0 ? 1 : 0, y: 0 },
  })
}

function drawCredits(
  { title, artist, note, frame: { scale } }: TrackLayout,
  loud: string,
  quiet: string,
): Layer[] {
  const credit = ({ box, layout }: PlacedText, colour: string) =>
    sprite(paint(box, (ctx) => drawText(ctx, layout, 0, 0, colour), { bleed: scale(6) }))
  return [credit(title, loud), credit(artist, loud), credit(note, quiet)]
}

/** How far the song is. */
function drawLine({ line }: TrackLayout, palette: Palette): Layer {
  const stroke = (colour: string) =>
    paint(line, (ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, line.width, line.height)
    })
  return wipe(stroke(withAlpha(palette.text, 0.22)), stroke(palette.accent), {
    edge: (frame: Frame) => frame.position,
  })
}
