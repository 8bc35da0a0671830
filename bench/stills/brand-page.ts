import { chooseLooks } from '../../packages/dashboard/src/pages/brand/choose-looks.ts'
import type { Stack } from '../service/stack.ts'
import type { Label } from './label.ts'
import { requestStill, type StillTimes } from './request-still.ts'

/** As many as the page asks for at once. */
const AT_ONCE = 2
const SHAPE = '9x16'

let accent = 0x30

/** Changes a colour of the brand, and asks for the looks as the page does. */
export async function measureBrandPage(
  stack: Stack,
  { mediaId, brandId }: Label,
  changes: number,
): Promise<{ times: StillTimes[]; stills: number }> {
  const [each, first, all]: [number[], number[], number[]] = [[], [], []]
  const templates = await stack.call('GET', '/v1/contents')
  // The song has lyrics, as that of the demo does.
  const looks = chooseLooks(templates.items, undefined, SHAPE).map(({ contentId }) => contentId)
  for (let change = 0; change < changes; change++) {
    const colors = { accent: `#ff${(accent++).toString(16)}66` }
    const startMs = performance.now()
    const ends: number[] = []
    const waiting = [...looks]
    const work = async () => {
      for (let look = waiting.shift(); look; look = waiting.shift()) {
        const askedMs = performance.now()
        await requestStill(stack, `/v1/contents/${look}/preview`, {
          mediaId,
          brandId,
          brand: { colors },
          videoSettings: { aspectRatio: SHAPE, outputQuality: 'PREVIEW' },
          atSecs: 4,
        })
        each.push(performance.now() - askedMs)
        ends.push(performance.now() - startMs)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    first.push(Math.min(...ends))
    all.push(Math.max(...ends))
  }
  const times = [
    { name: 'one still', ms: each },
    { name: 'the first of the looks', ms: first },
    { name: 'all of the looks', ms: all },
  ]
  return { times, stills: each.length }
}
