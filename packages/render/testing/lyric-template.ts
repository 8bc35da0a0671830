import { defineTemplate, paint, sprite, z } from '@songreel/kit'

/** One column per line of the lyrics; that of the line that is sung is white. */
export const template = defineTemplate({
  contentId: 'TEST_LYRIC_LINES',
  title: 'Lyric lines',
  description: 'A white column for the line that is sung.',
  needs: { audio: false, lyrics: 'REQUIRED', lyricsUnless: 'quote' },
  requiredData: z.object({ quote: z.string().optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 4 } },

  setup({ size, lyrics }) {
    const lines = lyrics?.lines ?? []
    return lines.map((line, index) => {
      const width = size.width / lines.length
      const column = paint({ x: index * width, y: 0, width, height: size.height }, (ctx, box) => {
        ctx.fillStyle = '#ffffff'
        ctx.fillRect(0, 0, box.width, box.height)
      })
      return sprite(column, { opacity: (frame) => (lyrics?.at(frame) === line ? 1 : 0) })
    })
  },
})
