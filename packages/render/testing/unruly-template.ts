import { defineTemplate, type Layer, paint, sprite, z } from '@songreel/kit'

const TROUBLES = ['NONE', 'THROW', 'HANG', 'SPIN', 'CRASH', 'HOARD', 'LINGER'] as const

/** A template without sound that misbehaves on demand, from a given frame on. */
export const template = defineTemplate({
  contentId: 'TEST_UNRULY',
  title: 'Unruly',
  description: 'Throws, hangs, spins, crashes, hoards memory or goes on after its work when told to.',
  needs: { audio: false },
  requiredData: z.object({ trouble: z.enum(TROUBLES).optional(), fromFrame: z.number().optional() }),
  defaults: { excerpt: { kind: 'HOOK', secs: 2 } },

  setup({ size, data }) {
    const { trouble = 'NONE', fromFrame = 10 } = data
    const dot = paint({ x: 0, y: 0, width: size.height / 2, height: size.height / 2 }, (ctx) => {
      ctx.fillStyle = '#f0c040'
      ctx.fillRect(0, 0, size.height / 2, size.height / 2)
    })
    const unruly: Layer = {
      kind: 'unruly',
      mount: () => ({
        isStill: false,
        draw: (frame) => {
          if (frame.index >= fromFrame) makeTrouble(trouble)
        },
      }),
    }
    return [sprite(dot, { x: (frame) => frame.position * size.width * 0.5 }), unruly]
  },
})

function makeTrouble(trouble: (typeof TROUBLES)[number]): void {
  if (trouble === 'THROW') throw new TypeError('the template is at fault')
  if (trouble === 'CRASH') process.kill(process.pid, 'SIGSEGV')
  if (trouble === 'LINGER') setTimeout(() => makeTrouble('SPIN'), 100)
  // For ever, but without taking a processor from the other tests.
  if (trouble === 'HANG') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  const hoard: Uint8Array[] = []
  while (trouble === 'SPIN' || trouble === 'HOARD') {
    if (trouble === 'HOARD') hoard.push(new Uint8Array(16 << 20).fill(1))
  }
}
