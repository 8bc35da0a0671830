import { defineTemplate, drawText, fitText, paint, sprite } from '@songreel/kit'

/** Everything that a finished video is checked for, done wrong: it blinks by the clock, and its type is faint and in a corner. */
export const template = defineTemplate({
  contentId: 'TEST_BLINKING',
  title: 'Blinking',
  description: 'Black and white in turn, five times a second.',
  needs: { audio: false },
  defaults: { excerpt: { kind: 'HOOK', secs: 2 } },

  setup({ size, song }) {
    const fill = (colour: string) =>
      paint({ x: 0, y: 0, ...size }, (ctx) => {
        ctx.fillStyle = colour
        ctx.fillRect(0, 0, size.width, size.height)
      })
    const box = { x: 0, y: 0, width: size.width / 2, height: size.height / 4 }
    const title = paint(box, (ctx) => {
      const style = { font: 'MODERN', role: 'TEXT', maxSizePx: box.height, maxLines: 1 } as const
      drawText(ctx, fitText(song.title, box, style), 0, 0, '#7a7a7a')
    })
    return [
      sprite(fill('#000000')),
      sprite(fill('#ffffff'), { opacity: (frame) => (frame.index % 6 < 3 ? 1 : 0) }),
      sprite(title),
    ]
  },
})
