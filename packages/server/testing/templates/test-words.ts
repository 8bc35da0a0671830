import { defineTemplate, paint, sprite, z } from '@songreel/kit'

/** A template that follows single words. */
export const template = defineTemplate({
  contentId: 'TEST_WORDS',
  title: 'Words',
  description: 'Follows the words as they are sung.',
  needs: { lyrics: 'REQUIRED', lyricsTiming: 'WORD' },
  requiredData: z.object({ lyrics: z.string().optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 2 } },

  setup({ size }) {
    return [sprite(paint({ x: 0, y: 0, ...size }, () => undefined))]
  },
})
