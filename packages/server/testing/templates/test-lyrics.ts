import { defineTemplate, paint, sprite } from '@songreel/render/kit'

/** A template that cannot do without lyrics. */
export const template = defineTemplate({
  contentId: 'TEST_LYRICS',
  title: 'Lyrics',
  description: 'Needs lyrics, and shows a spot.',
  needs: { lyrics: 'REQUIRED' },

  setup({ size }) {
    const side = size.height / 2
    const spot = paint({ x: 0, y: 0, width: side, height: side }, (ctx) => {
      ctx.fillStyle = '#40c0f0'
      ctx.fillRect(0, 0, side, side)
    })
    return [sprite(spot, { x: (frame) => frame.position * size.width * 0.5 })]
  },
})
