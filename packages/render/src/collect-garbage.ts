import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. Canvases and decoded pictures hang on tiny objects, so the engine sees no reason to hurry,
 * while together they are as large as an encoder: worth a few milliseconds between setting up and drawing.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
