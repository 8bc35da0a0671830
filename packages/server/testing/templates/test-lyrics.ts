import { defineTemplate, paint, sprite } from '@songreel/kit'

/** A template that cannot do without lyrics. */
export const template = defineTemplate({
  contentId: 'TEST_LYRICS',
  title: 'Lyrics',
  description: 'A column for each line of the lyrics; that of the line that is sung is lit.',
  needs: { lyrics: 'REQUIRED' },
  defaults: { excerpt: { kind: 'HOOK', secs: 2 } },

  setup({ size, cover, seed, lyrics }) {
    const lines = lyrics?.lines ?? []
    const ground = paint({ x: 0, y: 0, ...size }, (ctx, { width, height }) => {
      ctx.fillStyle = cover.palette.accent
      ctx.fillRect(0, height / 2, width, height / 2)
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(seed % Math.floor(width / 2), height * 0.75, width / 4, height / 8)
    })
    const columns = lines.map((line, index) => {
      const width = size.width / lines.length
      const column = paint({ x: index * width, y: 0, width, height: size.height / 4 }, (ctx, box) => {
        ctx.fillStyle = '#ffffff'
        ctx.fillRect(0, 0, box.width, box.height)
      })
      return sprite(column, { opacity: (frame) => (lyrics?.at(frame) === line ? 1 : 0) })
    })
    return [sprite(ground), ...columns]
  },
})
