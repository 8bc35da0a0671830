import { setImmediate } from 'node:timers/promises'

/**
 * Collects garbage now. Canvases and decoded pictures hang on tiny objects, so the engine sees no reason to hurry,
 * while together they are as large as an encoder: worth a few milliseconds between setting up and drawing.
 */
export async function collectGarbage(): Promise<void> {
  await collect({})
}

/**
 * Collects garbage and gives the emptied pages back. The engine keeps them for the objects to come, 10 to 20 MB in each
 * thread after loading and setting up, and a thread that draws hardly makes any. A few milliseconds more, once a thread.
 */
export async function giveBackMemory(): Promise<void> {
  await collect({ flavor: 'last-resort' })
}

type Collector = (how: { type: 'major'; flavor?: 'last-resort' }) => void

/** After so many the memory is given back later: a render goes on without. */
const ATTEMPTS = 20

async function collect(how: { flavor?: 'last-resort' }): Promise<void> {
  // What a weak reference gave out is held until the turn ends.
  await setImmediate()
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import('node:v8'),
    import('node:vm'),
  ])
  const find = (): Collector | undefined => {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('typeof gc === "function" ? gc : undefined')
    // Compiled code that was kept is refused as long as a flag differs.
    setFlagsFromString('--no-expose-gc')
    return gc
  }
  let gc: Collector | undefined
  // Flags are those of the process: another thread may have taken this one back before it was read.
  for (let attempt = 0; !gc && attempt < ATTEMPTS; attempt++) gc = find()
  gc?.({ type: 'major', ...how })
  // Native parts free their memory in the next turn.
  await setImmediate()
}
