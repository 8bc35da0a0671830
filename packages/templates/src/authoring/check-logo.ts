import assert from 'node:assert/strict'
import { type Box, planFrame, type Template } from '@songreel/kit'
import {
  REHEARSAL_SUBJECTS,
  type Rehearsal,
  rehearseLogos,
  rehearseOwnLogos,
} from '@songreel/render/authoring'
import { SeenFault } from './seen-fault.ts'

/** A long one, a square one and a high one: what a corner has room for differs. */
const FORMS = [
  { width: 120, height: 40 },
  { width: 60, height: 60 },
  { width: 40, height: 80 },
]
/** Other moments than those by which a place is looked for. */
const FRAMES = [3, 31, 77, 103, 149, 187, 223]

/** Moments at which a logo is looked at over covers with a subject. */
const SOME_FRAMES = [31, 103, 187]

/**
 * Over covers whose subject is known, at most 2 % of a logo, which is the soft edge of what is measured, stand on the subject: not on a
 * sleeve either, on which type may. Where everything is subject, it may be left out; a render says so.
 */
export async function checkLogoOnSubjects(
  template: Template,
  rehearsals: Readonly<Record<string, Rehearsal>>,
): Promise<void> {
  if (template.defaults.excerpt.kind === 'LOOP') return
  const forms = FORMS.slice(0, 1)
  for (const [shape, bare] of Object.entries(rehearsals))
    for (const cover of REHEARSAL_SUBJECTS) {
      const rehearsal = { ...bare, cover }
      const [own] = await rehearseOwnLogos(rehearsal, forms, SOME_FRAMES)
      const found = own ?? (await rehearseLogos(rehearsal, forms, SOME_FRAMES))
      for (const { box, obstacle } of found.filter((logo) => logo !== undefined))
        if (obstacle === 'the subject')
          throw new SeenFault(
            `${shape}, ${cover} cover: the logo stands on the subject: ${JSON.stringify(box)}`,
            rehearsal,
            SOME_FRAMES[0]!,
          )
    }
}

/**
 * The logo of a brand finds a place inside of the safe box, and keeps clear of type, of all that is drawn and of the subject all the
 * time. Where only a square one has room, a long one is left out, but none is left out of all shapes.
 */
export async function checkLogo(
  template: Template,
  rehearsals: Readonly<Record<string, Rehearsal>>,
): Promise<void> {
  if (template.defaults.excerpt.kind === 'LOOP') return
  const standing = new Set<number>()
  for (const [shape, rehearsal] of Object.entries(rehearsals)) {
    const { safe, shape: kind } = planFrame(rehearsal.size)
    if (await checkOwnLogos(rehearsal, shape)) {
      for (const i of FORMS.keys()) standing.add(i)
      continue
    }
    if (template.logoPlaces[kind].length === 0) continue
    const logos = await rehearseLogos(rehearsal, FORMS, FRAMES)
    for (const i of FORMS.keys()) if (logos[i]) standing.add(i)
    const hasRoom = logos.some((found) => found !== undefined)
    assert.ok(hasRoom, `${shape}: no corner has room for a logo; leave one free, or say so with logoPlaces`)
    for (const [i, { width, height }] of FORMS.entries()) {
      const what = `${shape}, a logo of ${width}x${height}`
      const found = logos[i]
      if (!found) continue
      const { box, obstacle } = found
      if (obstacle) {
        const message = `${what}: ${obstacle} comes too near to it: ${JSON.stringify(box)}`
        throw new SeenFault(message, rehearsal, FRAMES[0]!)
      }
      assert.ok(isInside(box, safe), `${what}: it leaves the safe box: ${JSON.stringify({ box, safe })}`)
    }
  }
  const isOffered = Object.values(rehearsals).some(
    ({ size }) => template.logoPlaces[planFrame(size).shape].length > 0,
  )
  for (const [i, { width, height }] of FORMS.entries())
    assert.ok(!isOffered || standing.has(i), `a logo of ${width}x${height} has no room in any shape`)
}

/** Whether a look shows the logo itself in this shape; then it stands inside of the safe box, and clear of type and subject. */
async function checkOwnLogos(rehearsal: Rehearsal, shape: string): Promise<boolean> {
  const { safe } = planFrame(rehearsal.size)
  const found = await rehearseOwnLogos(rehearsal, FORMS, FRAMES)
  for (const [i, logos] of found.entries()) {
    const { width, height } = FORMS[i]!
    const what = `${shape}, a logo of ${width}x${height} in the place that the look has for it`
    for (const { box, obstacle } of logos) {
      const where = JSON.stringify({ box, safe })
      if (obstacle)
        throw new SeenFault(`${what}: ${obstacle} comes too near to it: ${where}`, rehearsal, FRAMES[0]!)
      if (!isInside(box, safe))
        throw new SeenFault(`${what}: it leaves the safe box: ${where}`, rehearsal, FRAMES[0]!)
    }
  }
  return found.length > 0
}

function isInside(box: Box, safe: Box): boolean {
  return (
    box.x >= safe.x - 1 &&
    box.y >= safe.y - 1 &&
    box.x + box.width <= safe.x + safe.width + 1 &&
    box.y + box.height <= safe.y + safe.height + 1
  )
}
