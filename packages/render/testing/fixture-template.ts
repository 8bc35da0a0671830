import { backdrop, bars, defineTemplate, drawText, fitText, paint, sprite, z } from '@songreel/kit'

/** A small template with the usual parts, or with nothing but a flash when the music says so. */
export const template = defineTemplate({
  contentId: 'TEST_FIXTURE',
  title: 'Fixture',
  description: 'Backdrop, title and bars, or a flash where a sound starts.',
  requiredData: z.object({ isFlashing: z.boolean().optional() }),

  setup({ size, data, cover, audio, song }) {
    const { width, height } = size
    const box = { x: width * 0.1, y: height * 0.1, width: width * 0.8, height: height * 0.3 }
    const title = paint(box, (ctx) => {
      const layout = fitText(song.title, box, {
        font: 'MODERN',
        role: 'DISPLAY',
        maxSizePx: height * 0.2,
        maxLines: 1,
      })
      drawText(ctx, layout, 0, 0, cover.palette.text)
    })
    const white = paint({ x: 0, y: 0, ...size }, (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, width, height)
    })
    const spectrum = { x: width * 0.1, y: height * 0.6, width: width * 0.8, height: height * 0.3 }
    const flash = sprite(white, { opacity: (frame) => (audio.onset(frame) > 0.5 ? 1 : 0) })
    if (data.isFlashing) return [sprite(title), flash]
    return [
      backdrop(cover, { blur: 8, zoom: (frame) => 1.1 + 0.1 * frame.position }),
      sprite(title),
      bars(spectrum, { count: 16, levels: (frame) => audio.bands(frame), colour: cover.palette.accent }),
    ]
  },
})
