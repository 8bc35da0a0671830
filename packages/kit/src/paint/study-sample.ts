import { findFaces } from './find-faces.ts'
import type { Picture } from './picture.ts'
import { findSalience, type Salience } from './salience.ts'

const known = new WeakMap<Picture, Salience>()

/** What matters in a sample. It takes longest of all that is found out about a picture, so it is looked for once in each. */
export function studySample(sample: Picture): Salience {
  const found = known.get(sample) ?? findSalience(sample, findFaces(sample))
  known.set(sample, found)
  return found
}
