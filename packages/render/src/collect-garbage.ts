import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. Canvases and decoded pictures hang on tiny objects, so the engine sees no reason to hurry,
 * while together they are as large as an encoder: worth a few milliseconds between setting up and drawing.
 */
export async function collectGarbage(): Promise<void> {
  // What a weak reference gave out is held until the turn ends.
  await setImmediate()
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  // Native parts free their memory in the next turn.
  await setImmediate()
}
