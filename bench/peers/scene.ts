import {
  backdrop,
  bars,
  defineTemplate,
  drawCard,
  drawCardShadow,
  drawText,
  fitText,
  glow,
  paint,
  sprite,
} from '@songreel/kit'

export const FPS = 30

/** The scene that all ways draw, in pixels of 1080x1920: README.md describes it. */
const CARD = { x: 140, y: 360, width: 800, height: 800 }
const LINES = [
  { text: 'Tin Lanterns', y: 1540, height: 84 },
  { text: 'Odalys Wren', y: 1640, height: 52 },
  { text: 'Out now', y: 1710, height: 40 },
]

export const template = defineTemplate({
  contentId: 'PEERS_SCENE',
  title: 'The scene of the comparison',
  description:
    'Blurred artwork with a slow zoom, a card, 64 bars, a glow on the beat, three lines, progress.',

  setup({ cover, audio, fontStyle }) {
    const card = paint(
      CARD,
      (ctx, { width, height }) => {
        const box = { x: 0, y: 0, width, height }
        drawCardShadow(ctx, box, 32, { heightPx: 24 })
        drawCard(ctx, cover, box, 32)
      },
      { bleed: 140 },
    )
    const lines = LINES.map(({ text, y, height }) =>
      paint({ x: 90, y, width: 900, height }, (ctx, box) =>
        drawText(
          ctx,
          fitText(text, box, { font: fontStyle, role: 'DISPLAY', maxSizePx: height }),
          0,
          0,
          '#ffffff',
        ),
      ),
    )
    const progress = paint({ x: 90, y: 1780, width: 900, height: 10 }, (ctx, { width, height }) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, width, height)
    })
    return [
      backdrop(cover, { blur: 30, brightness: 0.5, zoom: (frame) => 1.1 + 0.15 * frame.position }),
      glow(card.shape, { colour: '#ffb070', strength: (frame) => 0.8 * audio.beat(frame), spread: 90 }),
      sprite(card),
      bars(
        { x: 90, y: 1250, width: 900, height: 230 },
        { count: 64, levels: (frame) => audio.bands(frame), colour: '#ffb070' },
      ),
      ...lines.map((line) => sprite(line)),
      sprite(progress, { reveal: (frame) => frame.position }),
    ]
  },
})
