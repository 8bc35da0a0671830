import { type LightMap, mapLight } from './light-map.ts'
import type { Picture } from './picture.ts'
import type { Salience } from './salience.ts'
import { studySample } from './study-sample.ts'

/** Plain data of a photograph: clone it to a worker thread, the pixels are shared. */
export type PhotoData = { picture: Picture; salience: Salience; light: LightMap }

/** Finds out in a sample of a photograph what matters in it and how light it is. */
export function describePhoto(picture: Picture, sample: Picture): PhotoData {
  return { picture, salience: studySample(sample), light: mapLight(sample) }
}
