import {
  type Box,
  backdrop,
  bars,
  defineTemplate,
  drawCard,
  drawText,
  ease,
  findScrimOpacity,
  fitText,
  glow,
  paint,
  placeInside,
  planFrame,
  type Size,
  sprite,
} from '@songreel/kit'

export const template = defineTemplate({
  contentId: 'STARTER_TEMPLATE',
  title: 'Starter template',
  description: 'The cover swells with the beat; title, artist and a row of bars stand beside or below it.',
  // 1 to 8 % of its pixels change from frame to frame; an ENERGETIC template needs more (docs/templates.md, Life).
  energy: 'CALM',
  example: {},

  setup({ size, cover, audio, song, fontStyle }) {
    const layout = planLayout(size)
    const { palette } = cover

    // Painted once; layers move the paintings.
    const card = paint(layout.card, (ctx, { width, height }) =>
      drawCard(ctx, cover, { x: 0, y: 0, width, height }, layout.radius),
    )
    const title = paint(layout.title, (ctx, box) => {
      const style = { font: fontStyle, role: 'DISPLAY', maxSizePx: layout.titlePx, anchor: 'BOTTOM' } as const
      drawText(ctx, fitText(song.title, box, style), 0, 0, palette.text)
    })
    const artist = paint(layout.artist, (ctx, box) => {
      const style = { font: fontStyle, role: 'TEXT', maxSizePx: layout.titlePx * 0.48, maxLines: 1 } as const
      drawText(ctx, fitText(song.artist, box, style), 0, 0, palette.text)
    })

    // The lowest layer first. Whatever moves is a function of the frame and of nothing else.
    return [
      backdrop(cover, {
        blur: 60,
        tint: palette.background,
        tintAmount: Math.max(0.5, findScrimOpacity(palette)),
        zoom: (frame) => 1.1 + 0.05 * Math.sin(frame.secs * 0.4),
        panX: (frame) => 0.5 * Math.cos(frame.secs * 0.4),
      }),
      glow(card.shape, { colour: '#000000', strength: 0.4, spread: layout.titlePx, y: layout.radius }),
      sprite(card, {
        // It swells on every beat and never rests in between: that is what makes a still come alive.
        scale: (frame) => 0.95 + 0.05 * Math.sqrt(audio.beat(frame)),
        y: (frame) => layout.radius * Math.sin(2 * Math.PI * audio.barPosition(frame)),
      }),
      bars(layout.bars, {
        levels: (frame) => audio.bands(frame),
        count: layout.barCount,
        thickness: 0.25,
        colour: palette.accent,
        opacity: 0.8,
      }),
      // The first and the last frame show everything: an entrance moves what is there already.
      sprite(title, { scale: (frame) => 0.94 + 0.06 * ease(frame.secs, 0, 0.4), anchor: { x: 0, y: 1 } }),
      sprite(artist, { scale: (frame) => 0.94 + 0.06 * ease(frame.secs, 0.06, 0.4), anchor: { x: 0, y: 0 } }),
    ]
  },
})

/** All measures follow from the size, so one plan serves every aspect ratio. */
function planLayout(size: Size) {
  const { safe, scale, shape } = planFrame(size)
  const [art, type] = shape === 'WIDE' ? splitColumns(safe, scale(72)) : splitRows(safe, scale(40))
  const rows = { title: 0.62, artist: 0.14 }
  const row = (from: number, height: number): Box => ({
    x: type.x,
    y: type.y + from * type.height,
    width: type.width,
    height: height * type.height,
  })
  return {
    card: placeInside(art, 1, 0, 0.5),
    radius: scale(16),
    titlePx: scale(112),
    title: row(0, rows.title),
    artist: row(rows.title + 0.06, rows.artist),
    bars: { ...row(1, 0), y: type.y + type.height - scale(48), height: scale(48) },
    barCount: Math.round(type.width / scale(16)),
  }
}

function splitColumns(box: Box, gap: number): [Box, Box] {
  const width = Math.min(box.height, (box.width - gap) / 2)
  const rest = { x: box.x + width + gap, width: box.width - width - gap }
  return [
    { ...box, width },
    { ...box, ...rest },
  ]
}

function splitRows(box: Box, gap: number): [Box, Box] {
  const height = Math.min(box.width, box.height * 0.64)
  const rest = { y: box.y + height + gap, height: box.height - height - gap }
  return [
    { ...box, height },
    { ...box, ...rest },
  ]
}
