import { type Box, importTemplate } from '@songreel/kit/core'
import { inFace, type Picture, placeLogo } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import { reserveLogo } from '../look/find-logo-places.ts'
import { findObstacle, type Obstacle } from '../look/find-logo-room.ts'
import { findRooms } from '../look/find-rooms.ts'
import { seeCover, seeLetters, seeSubject, type TurnPicture } from '../look/see-frames.ts'
import { findWholeSubject } from '../look/whole-subject.ts'
import { type ScenePlan, setupInput } from '../scene/build-scene.ts'
import { DEFAULT_WISH } from '../scene/scene-brand.ts'
import { planRehearsal, type Rehearsal } from './rehearsal.ts'
import { KNOWN_SUBJECTS, SUBJECT_NAMES } from './rehearsal-subjects.ts'

type LogoSize = { width: number; height: number }

/** Where a logo stands in a rehearsal, and what comes too near to it in some frames. */
export type RehearsedLogo = { box: Box; obstacle: Obstacle | undefined }

/** A logo of this form, as plain as can be. */
function paintLogo({ width, height }: LogoSize): Logo {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4)).fill(255)
  const picture: Picture = {
    pixels,
    width,
    height,
    originalWidth: width,
    originalHeight: height,
    hasAlpha: true,
  }
  return { picture, kind: 'PNG', luminance: 1, isOneColour: true, isThin: false, outlines: [] }
}

/** Finds the places of logos of some forms as a render does, and looks at each once more in other frames; undefined where there is no room. */
export async function rehearseLogos(
  rehearsal: Rehearsal,
  forms: readonly LogoSize[],
  frameIndexes: readonly number[],
): Promise<(RehearsedLogo | undefined)[]> {
  const plan = await planRehearsal(rehearsal)
  const sight = await seeScene(plan, frameIndexes, findKnown(rehearsal, plan))
  const found: (RehearsedLogo | undefined)[] = []
  for (const form of forms) {
    const [room] = await findRooms(plan, { plain: paintLogo(form), wish: DEFAULT_WISH })
    const box = room && placeLogo(plan.size, { picture: form, ...room })
    const { onLines = false, onPattern = false } = room ?? {}
    // Sparks pass through some frames; bars and waveforms are there in most.
    const rules = { air: 0.2, isStill: false, onLines, onPattern, passing: 3 }
    // A fifth of the air that a place should have: what moves may come nearer, but never touch.
    found.push(box && { box, obstacle: findObstacle(sight, box, rules) })
  }
  return found
}

/**
 * What stands on logos of some forms where the look shows them itself; nothing for one that doesn't. What it draws beneath or around them is its own affair: only
 * type and the subject count.
 */
export async function rehearseOwnLogos(
  rehearsal: Rehearsal,
  forms: readonly LogoSize[],
  frameIndexes: readonly number[],
): Promise<RehearsedLogo[][]> {
  const bare = await planRehearsal(rehearsal)
  const template = await importTemplate(bare.templateUrl)
  if (!template?.placeLogos) return []
  const found: RehearsedLogo[][] = []
  for (const form of forms) {
    const plan = reserveLogo(bare, form)
    const boxes = Object.values(template.placeLogos({ ...setupInput(plan, template) }))
    if (boxes.length === 0) return []
    const sight = { ...(await seeScene(plan, frameIndexes, findKnown(rehearsal, plan))), drawings: [] }
    const rules = { air: 0, isStill: false }
    found.push(boxes.map((box) => ({ box, obstacle: findObstacle(sight, box, rules) })))
  }
  return found
}

type Sight = Parameters<typeof findObstacle>[0]

async function seeScene(plan: ScenePlan, frameIndexes: readonly number[], turn: TurnPicture): Promise<Sight> {
  const { letters } = await seeLetters(plan, frameIndexes)
  const covers = await seeSubject(plan, await seeCover(plan, frameIndexes), turn)
  return {
    size: plan.size,
    letters,
    covers: covers.map(({ seen }) => seen),
    drawings: covers.map(({ drawings }) => drawings),
  }
}

/** Where the subject of a painted cover really is, coats and all; of any other picture, where it is found. */
function findKnown({ cover, artPath }: Rehearsal, plan: ScenePlan): TurnPicture {
  const known = artPath === undefined ? SUBJECT_NAMES.find((name) => name === cover) : undefined
  if (!known) return findWholeSubject
  const { ovals, faces, bodies } = KNOWN_SUBJECTS[known]
  return (salience) =>
    salience === plan.cover.salience
      ? (x, y) => [...ovals, ...faces, ...bodies].some((oval) => inFace(oval, x, y))
      : findWholeSubject(salience)
}
