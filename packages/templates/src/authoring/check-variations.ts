import assert from 'node:assert/strict'
import { deriveSeed } from '@songreel/render'
import { type Rehearsal, rehearse } from '@songreel/render/authoring'

/** `numVideos: 3` of the same moment of a song. */
const VARIATIONS = [1, 2, 3]
/** Each two differ by at least this: the mean over red, green and blue of all pixels, of 255. */
const LEAST_DIFFERENCE = 1

/** Variations of one idea differ from each other even where they show the same moment of the song. */
export async function checkVariations(contentId: string, rehearsal: Rehearsal, frame: number): Promise<void> {
  const pictures: Uint8Array[] = []
  for (const variation of VARIATIONS) {
    const scene = await rehearse({ ...rehearsal, variation, seed: deriveSeed(contentId, variation) })
    pictures.push(scene.drawRgb(frame).rgb)
    scene.close()
  }
  for (const [i, one] of pictures.entries()) {
    for (const other of pictures.slice(i + 1)) {
      const difference =
        one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
      assert.ok(
        difference >= LEAST_DIFFERENCE,
        `two variations differ by ${difference.toFixed(2)} of 255, less than ${LEAST_DIFFERENCE}: take something from the seed or the palette`,
      )
    }
  }
}
