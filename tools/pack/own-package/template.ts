import { backdrop, defineTemplate, drawText, fitText, paint, sprite, z } from '@songreel/kit'

/** A template as a user writes it, in a package of their own; the test of the tarballs renders it. */
export const template = defineTemplate({
  contentId: 'OWN_WORDS',
  title: 'Own words',
  description: 'The cover, and a word on it.',
  needs: { audio: false },
  requiredData: z.object({ word: z.string().max(20) }),

  setup({ size, data, cover, fontStyle }) {
    const box = { x: 0, y: 0, width: size.width, height: size.height / 2 }
    const word = paint(box, (ctx, area) => {
      const style = { font: fontStyle, role: 'DISPLAY', maxSizePx: 24 } as const
      drawText(ctx, fitText(data.word, area, style), 0, 0, cover.palette.text)
    })
    return [backdrop(cover, { zoom: (frame) => 1 + 0.04 * frame.position }), sprite(word)]
  },
})
