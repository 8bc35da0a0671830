import type { Stack } from '../service/stack.ts'
import type { Label } from './label.ts'
import { requestStill, type StillTimes } from './request-still.ts'

const SHAPES = ['9x16', '1x1', '16x9', '4x5']

/** A look with a picture that beats and type; the title's size is what changes. */
const toLook = (titlePx: number) => ({
  look: 1,
  title: 'Moon',
  description: 'The cover swells with the beat above its name.',
  layers: [
    { kind: 'backdrop', blur: 60 },
    {
      kind: 'picture',
      id: 'cover',
      form: 'CARD',
      place: { of: 'SAFE', above: 'names', gap: 48, ratio: 1, anchor: 'TOP_START' },
      scale: { rest: 0.95, with: [{ signal: 'BEAT', by: 0.05 }] },
    },
    {
      kind: 'stack',
      id: 'names',
      place: { of: 'SAFE', anchor: 'BOTTOM_START' },
      children: [
        { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: titlePx, lines: 2 },
        { kind: 'text', text: 'ARTIST', role: 'TEXT', size: 52, colour: 'MUTED' },
      ],
    },
  ],
})

let titlePx = 60

/** Changes the size of a title, and asks for the shapes as the editor does: first the one that is looked at, then the others. */
export async function measureEditor(
  stack: Stack,
  { mediaId }: Label,
  changes: number,
): Promise<{ times: StillTimes[]; stills: number }> {
  const [first, all]: [number[], number[]] = [[], []]
  for (let change = 0; change < changes; change++) {
    const look = toLook(titlePx++)
    const draw = (aspectRatio: string) =>
      requestStill(stack, '/v1/contents/preview?format=json', {
        look,
        mediaId,
        videoSettings: { aspectRatio, outputQuality: 'PREVIEW' },
        atSecs: 3,
      })
    const startMs = performance.now()
    await draw(SHAPES[0] ?? '')
    first.push(performance.now() - startMs)
    await Promise.all(SHAPES.slice(1).map(draw))
    all.push(performance.now() - startMs)
  }
  const times = [
    { name: 'the shape that is looked at', ms: first },
    { name: 'all of the shapes', ms: all },
  ]
  return { times, stills: changes * SHAPES.length }
}
