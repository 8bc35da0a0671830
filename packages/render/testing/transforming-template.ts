import { defineTemplate, paint, sprite, z } from '@songreel/kit'

/** Its schema turns a percentage into a share of the frame's width, and refuses that share as a percentage. */
export const template = defineTemplate({
  contentId: 'TEST_TRANSFORMING',
  title: 'Transforming',
  description: 'A white bar that covers so many percent of a black frame.',
  needs: { audio: false },
  requiredData: z.object({
    width: z
      .string()
      .regex(/^\d+%$/)
      .transform((text) => Number.parseInt(text, 10) / 100),
  }),
  defaults: { excerpt: { kind: 'HOOK', secs: 1 } },

  setup({ size, data }) {
    const fill = (colour: string, width: number) =>
      sprite(
        paint({ x: 0, y: 0, width, height: size.height }, (ctx, box) => {
          ctx.fillStyle = colour
          ctx.fillRect(0, 0, box.width, box.height)
        }),
      )
    return [fill('#000000', size.width), fill('#ffffff', size.width * data.width)]
  },
})
