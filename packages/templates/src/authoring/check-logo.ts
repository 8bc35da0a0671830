import assert from 'node:assert/strict'
import { planFrame, type Template } from '@songreel/kit'
import { type Rehearsal, rehearseLogo } from '@songreel/render/authoring'

/** A long one and a square one: what a corner has room for differs. */
const FORMS = [
  { width: 120, height: 40 },
  { width: 60, height: 60 },
]
/** Other moments than those by which a place is looked for. */
const FRAMES = [3, 31, 77, 103, 149, 187, 223]

/** The logo of a brand finds a place inside of the safe box, and keeps clear of type, faces and subject all the time. */
export async function checkLogo(
  template: Template,
  rehearsals: Readonly<Record<string, Rehearsal>>,
): Promise<void> {
  if (template.defaults.excerpt.kind === 'LOOP') return
  for (const [shape, rehearsal] of Object.entries(rehearsals)) {
    const { safe, shape: kind } = planFrame(rehearsal.size)
    if (template.logoPlaces[kind].length === 0) continue
    for (const form of FORMS) {
      const what = `${shape}, a logo of ${form.width}x${form.height}`
      const found = await rehearseLogo(rehearsal, form, FRAMES)
      assert.ok(found, `${what}: no corner has room for it; leave one free, or say so with logoPlaces`)
      const { box, isClear } = found
      assert.ok(isClear, `${what}: type, the subject or a face comes too near to it: ${JSON.stringify(box)}`)
      const isInside =
        box.x >= safe.x - 1 &&
        box.y >= safe.y - 1 &&
        box.x + box.width <= safe.x + safe.width + 1 &&
        box.y + box.height <= safe.y + safe.height + 1
      assert.ok(isInside, `${what}: it leaves the safe box: ${JSON.stringify({ box, safe })}`)
    }
  }
}
