import {
  backdrop,
  bars,
  chance,
  defineTemplate,
  drawCard,
  drawText,
  ease,
  expoOut,
  fitText,
  glow,
  grain,
  paint,
  paintEach,
  particles,
  planFrame,
  ring,
  type Size,
  sprite,
  waveform,
  z,
} from '@songreel/kit'

/** A template that uses most of the kit: the tests' example of how templates are written. */
export const template = defineTemplate({
  contentId: 'TEST_EXAMPLE',
  title: 'Example',
  description: 'Card, ring, bars, waveform and text on a blurred cover.',
  requiredData: z.object({ label: z.string().max(40).default('Example') }),
  example: { label: 'Now playing' },

  setup({ size, data, cover, audio, song, fontStyle, seed }) {
    const layout = planLayout(size)
    const { palette } = cover
    const card = paint(layout.card, (ctx, box) => drawCard(ctx, cover, { ...box, x: 0, y: 0 }, layout.radius))
    const title = paint(layout.title, (ctx, box) => {
      const style = { font: fontStyle, role: 'DISPLAY', maxSizePx: box.height, maxLines: 1 } as const
      drawText(ctx, fitText(`${song.title} · ${data.label}`, box, style), 0, 0, palette.text)
    })
    const dot = paint({ x: 0, y: 0, width: layout.dot, height: layout.dot }, (ctx, { width }) => {
      ctx.fillStyle = palette.accent
      ctx.beginPath()
      ctx.arc(width / 2, width / 2, width / 2, 0, 7)
      ctx.fill()
    })
    return [
      backdrop(cover, {
        blur: 30,
        brightness: 0.5,
        zoom: (frame) => 1.05 + 0.1 * frame.position,
        shade: { bottom: 0.5 },
      }),
      particles(dot, {
        count: 40,
        place: (particle, i, frame) => {
          particle.x = chance(seed, 'x', i) * size.width
          particle.y = ((chance(seed, 'y', i) + frame.secs * 0.05) % 1) * size.height
          particle.scale = 0.3 + 0.7 * chance(seed, 'size', i)
          particle.opacity = 0.5 + 0.5 * audio.loudness(frame)
        },
      }),
      ring(layout.circle, {
        levels: (frame) => audio.bands(frame),
        length: layout.dot * 3,
        width: layout.dot / 3,
      }),
      glow(card.shape, { colour: '#000000', strength: 0.6, spread: layout.dot * 3, y: layout.dot }),
      sprite(card, { scale: (frame) => 1 + 0.02 * audio.beat(frame) }),
      bars(layout.bars, {
        levels: (frame) => audio.bands(frame),
        colour: [palette.accent, palette.accent2],
        count: 32,
      }),
      waveform(layout.wave, {
        peaks: audio.waveform(48),
        progress: (frame) => frame.position,
        colour: palette.line,
        playedColour: palette.accent,
      }),
      sprite(title, {
        opacity: (frame) => ease(frame.secs, 0, 0.4, expoOut),
        y: (frame) => 8 * (1 - ease(frame.secs, 0, 0.4)),
      }),
      paintEach(
        layout.clock,
        (ctx, frame, box) => {
          const style = { font: 'MONO', role: 'TEXT', maxSizePx: box.height, maxLines: 1 } as const
          drawText(ctx, fitText(`0:0${Math.floor(frame.secs)}`, box, style), 0, 0, palette.muted)
        },
        { key: (frame) => Math.floor(frame.secs) },
      ),
      grain({ amount: 0.01, seed }),
    ]
  },
})

/** All measures follow from the size. */
function planLayout(size: Size) {
  const { scale, safe } = planFrame(size)
  const side = Math.min(safe.width, safe.height) * 0.5
  const card = { x: (size.width - side) / 2, y: safe.y, width: side, height: side }
  const line = { x: safe.x, width: safe.width }
  return {
    card,
    radius: scale(24),
    circle: { x: card.x + side / 2, y: card.y + side / 2, radius: side * 0.55 },
    title: { ...line, y: card.y + side + scale(40), height: scale(64) },
    bars: { ...line, y: card.y + side + scale(120), height: scale(120) },
    wave: { ...line, y: card.y + side + scale(260), height: scale(60) },
    clock: { x: safe.x, y: card.y + side + scale(340), width: scale(160), height: scale(40) },
    dot: scale(24),
  }
}
