import { namePlatform, nameRemedy } from '../missing-part.ts'
import type { Check } from './check.ts'

/** The drawing library, and that its part for this platform was installed with it. */
export const drawingCheck: Check = {
  name: 'Drawing',
  fix: nameRemedy(),
  async run() {
    const { tryDrawing } = await import('@songreel/render')
    const { name, version } = await tryDrawing()
    return { status: 'GOOD', text: `${name} ${version}, ${namePlatform()}` }
  },
}
