/** What is being done, and how far it is. */
export type Progress = {
  stage: 'DATABASE' | 'FILES' | 'CHECKING' | 'TIDYING'
  /** Of these tables or files, so many are done. */
  done: number
  total: number
}

/** Whoever wants to know. */
export type OnProgress = (progress: Progress) => void

const AT_ONCE = 4

/** Does the same with many things, a few at once; the first error ends it, when what is under way has ended. */
export async function forEach<Thing>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  work: (thing: Thing) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const thing of things) {
    if (failures.length > 0 || signal?.aborted) break
    const one = work(thing)
      .catch((error) => void failures.push(error))
      .finally(() => running.delete(one))
    running.add(one)
    if (running.size >= AT_ONCE) await Promise.race(running)
  }
  await Promise.all(running)
  signal?.throwIfAborted()
  if (failures.length > 0) throw failures[0]
}
