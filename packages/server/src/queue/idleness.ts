/** What the worker of one kind of job reports of itself. */
export type IdlenessWatch = {
  /** It holds no job, and a look that began then found none, or may take none. */
  onEmpty(lookedAtMs: number): void
  onBegin(): void
  /** A job has left its hands. */
  onEnd(): void
}

/** Knows since when this process has had nothing to do. */
export type Idleness = {
  watch(name: string): IdlenessWatch
  untilIdle(secs: number): Promise<void>
}

/**
 * Idle is what every worker has seen: a look counts only if it began after the last job of any kind had ended, because the
 * end of one (a file is here) puts another in the queue (its render). A look that failed says nothing.
 */
export function createIdleness(now = () => performance.now()): Idleness {
  const emptyAtMs = new Map<string, number | undefined>()
  const waiting = new Set<() => void>()
  let busyUntilMs = now()
  return {
    watch(name) {
      emptyAtMs.set(name, undefined)
      return {
        onEmpty(lookedAtMs) {
          emptyAtMs.set(name, lookedAtMs)
          for (const check of waiting) check()
        },
        onBegin: () => void emptyAtMs.set(name, undefined),
        onEnd() {
          busyUntilMs = now()
        },
      }
    },
    untilIdle(secs) {
      return new Promise((resolve) => {
        const check = () => {
          const looks = [...emptyAtMs.values()]
          if (!looks.every((atMs) => atMs !== undefined && atMs - busyUntilMs >= secs * 1000)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
      })
    },
  }
}
