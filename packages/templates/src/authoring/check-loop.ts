import assert from 'node:assert/strict'
import { type Template, z } from '@songreel/kit'
import { locateText, type Rehearsal, rehearse } from '@songreel/render/authoring'

/** From the last frame to the first the picture may change so many times as much as from frame to frame on the whole. */
const MOST_SEAM = 2
/** Nowhere may it change by less than this: luma values of 255, on the whole. */
const LEAST_CHANGE = 0.02

/** A loop begins again without a jump and shows no text, in every style that it has; other templates are not asked. */
export async function checkLoop(template: Template, rehearsal: Rehearsal): Promise<void> {
  const { excerpt } = template.defaults
  if (excerpt.kind !== 'LOOP') return
  assert.equal(template.needs.audio, false, 'a loop is silent')
  for (const style of listStyles(template)) {
    const data = { ...rehearsal.data, ...(style && { loopStyle: style }) }
    const short: Rehearsal = { ...rehearsal, data, secs: excerpt.minSecs }
    assert.deepEqual(await locateText(short, [0]), [], `${style}: a loop shows no text`)
    const { seam, mean } = await measureSeam(short)
    assert.ok(mean > LEAST_CHANGE, `${style}: the loop hardly moves, by ${mean.toFixed(3)} a frame`)
    const times = (seam / mean).toFixed(1)
    assert.ok(seam <= MOST_SEAM * mean, `${style}: at its seam the loop changes ${times} times as much`)
  }
}

/** The styles that a template offers, or one that has no name. */
function listStyles({ requiredData }: Pick<Template, 'requiredData'>): (string | undefined)[] {
  const { properties = {} } = z.toJSONSchema(requiredData)
  const style = properties.loopStyle
  return typeof style === 'object' && style.enum ? style.enum.map(String) : [undefined]
}

/** How much the picture changes from the last frame to the first, and from frame to frame, in luma values. */
async function measureSeam(rehearsal: Rehearsal): Promise<{ seam: number; mean: number }> {
  const scene = await rehearse(rehearsal)
  const first = scene.drawLuma(0)
  let before = first
  let sum = 0
  for (let frame = 1; frame < scene.frameCount; frame++) {
    const luma = scene.drawLuma(frame)
    sum += compare(before, luma)
    before = luma
  }
  const mean = sum / (scene.frameCount - 1)
  scene.close()
  return { seam: compare(before, first), mean }
}

function compare(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}
