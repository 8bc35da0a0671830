import { defineTemplate, paint, sprite } from '@songreel/kit'

/** A template that wants videos of the media. */
export const template = defineTemplate({
  contentId: 'TEST_CLIPS',
  title: 'Clips',
  description: 'Needs a video, and shows a spot.',
  needs: { clips: { min: 1, max: 50 } },

  setup({ size }) {
    const side = size.height / 2
    const spot = paint({ x: 0, y: 0, width: side, height: side }, (ctx) => {
      ctx.fillStyle = '#c040f0'
      ctx.fillRect(0, 0, side, side)
    })
    return [sprite(spot, { x: (frame) => frame.position * size.width * 0.5 })]
  },
})
