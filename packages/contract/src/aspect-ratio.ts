import { z } from 'zod'

const MAX_SIDE = 32
const WIDEST = 3

/** `<w>x<h>` of whole numbers from 1 to 32 between 1:3 and 3:1; `16:9` is understood as `16x9`. */
export const AspectRatio = z
  .string()
  .trim()
  .transform((value) => value.replace(/\s*[:×xX]\s*/, 'x'))
  .superRefine((value, context) => {
    const problem = findRatioProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem, input: value })
  })
  .meta({ example: '9x16' })

function findRatioProblem(value: string): string | undefined {
  const match = /^([1-9][0-9]?)x([1-9][0-9]?)$/.exec(value)
  if (!match) return 'must look like 16x9: two whole numbers with an x between them'
  const [width, height] = [Number(match[1]), Number(match[2])]
  if (width > MAX_SIDE || height > MAX_SIDE) return `must use numbers from 1 to ${MAX_SIDE}`
  if (width > height * WIDEST || height > width * WIDEST) return 'must lie between 1x3 and 3x1'
  return undefined
}
