import assert from 'node:assert/strict'
import { basename } from 'node:path'
import type { Template } from '@songreel/kit'
import { measureCover, REHEARSAL_SUBJECTS, type Rehearsal } from '@songreel/render/authoring'
import { type PicturePlace, writePicture } from './seen-fault.ts'

/** Type and labels may hide so much of the subject, and so much of a face: that much is the rim of a letter. */
const MOST_COVERED = { subject: 0.05, face: 0.01 }

/** Parts of the video that are looked at: both ends, and moments between which beats and sections change the picture. */
const MOMENTS = [0, 0.13, 0.3, 0.47, 0.62, 0.8, 1]

/** What the type of a look is tried over. */
export type SubjectTrial = {
  /** For each shape, without a cover. */
  rehearsals: readonly { shape: string; rehearsal: Rehearsal }[]
  /** Photographs of one's own; without any, covers with a known subject are painted. */
  artPaths?: readonly string[] | undefined
} & PicturePlace

/** A cover whose subject is hidden, at the worst moment. */
export type HiddenSubject = { shape: string; art: string; subject: number; face: number; picturePath: string }

/** Fails a template whose type covers what a cover shows, and says where to see it. */
export async function checkSubject(template: Template, trial: SubjectTrial): Promise<void> {
  const faults = await listHidden(template, trial)
  const lines = faults.map(describe)
  assert.ok(
    faults.length === 0,
    `type and labels may cover ${percent(template.coversSubject ? 1 : MOST_COVERED.subject)} of a subject and no face:\n${lines.join('\n')}`,
  )
}

/** All covers and shapes in which too much is hidden. */
async function listHidden(template: Template, trial: SubjectTrial): Promise<HiddenSubject[]> {
  const { rehearsals, artPaths = [] } = trial
  const arts: Pick<Rehearsal, 'cover' | 'artPath'>[] =
    artPaths.length > 0
      ? artPaths.map((artPath) => ({ artPath }))
      : REHEARSAL_SUBJECTS.map((cover) => ({ cover }))
  const faults: HiddenSubject[] = []
  for (const { shape, rehearsal } of rehearsals) {
    for (const art of arts) {
      const name = art.artPath ? basename(art.artPath).replace(/\.\w+$/, '') : String(art.cover).toLowerCase()
      const fault = await findWorst(template, { ...rehearsal, ...art })
      if (!fault) continue
      const file = `${template.contentId.toLowerCase()}-${shape}-${name}.png`
      const picturePath = await writePicture(trial, file, await fault.mark())
      const { subject, face } = fault.covered
      faults.push({ shape, art: name, subject, face, picturePath })
    }
  }
  return faults
}

/** The moment at which most is hidden, if that is too much. */
async function findWorst(template: Template, rehearsal: Rehearsal) {
  const frameCount = (rehearsal.secs ?? 8) * (rehearsal.fps ?? 30)
  const found = await measureCover(
    rehearsal,
    MOMENTS.map((share) => Math.round(share * (frameCount - 1))),
  )
  const excess = ({ covered }: (typeof found)[number]) =>
    Math.max(
      template.coversSubject ? 0 : covered.subject / MOST_COVERED.subject,
      covered.face / MOST_COVERED.face,
    )
  const [worst] = found.toSorted((a, b) => excess(b) - excess(a))
  return worst && excess(worst) > 1 ? worst : undefined
}

function describe({ shape, art, subject, face, picturePath }: HiddenSubject): string {
  const faces = face > MOST_COVERED.face ? ` and ${percent(face)} of a face` : ''
  return `${shape}, ${art}: ${percent(subject)} of the subject${faces} (in red in ${picturePath})`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
}
