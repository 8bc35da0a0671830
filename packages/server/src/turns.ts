/** Lets so many go on at once, in all and for one key; the others wait in order. */
export type Turns = {
  /** Waits for a turn; the result gives it back. Undefined: the signal came first. */
  take(key: string, signal: AbortSignal): Promise<(() => void) | undefined>
}

type Waiting = { key: string; begin(): void }

/** Makes turns; what is not limited is left out. */
export function createTurns({
  total = Infinity,
  perKey = Infinity,
}: {
  total?: number
  perKey?: number
}): Turns {
  const held = new Map<string, number>()
  const line: Waiting[] = []
  let taken = 0

  const isFree = (key: string) => taken < total && (held.get(key) ?? 0) < perKey

  function begin(key: string): void {
    taken++
    held.set(key, (held.get(key) ?? 0) + 1)
  }

  function end(key: string): void {
    taken--
    const count = (held.get(key) ?? 1) - 1
    if (count > 0) held.set(key, count)
    else held.delete(key)
    const next = line.findIndex((each) => isFree(each.key))
    if (next >= 0) for (const waiting of line.splice(next, 1)) waiting.begin()
  }

  function giveBack(key: string): () => void {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end(key)
    }
  }

  return {
    take(key, signal) {
      if (signal.aborted) return Promise.resolve(undefined)
      if (isFree(key)) {
        begin(key)
        return Promise.resolve(giveBack(key))
      }
      return new Promise((resolve) => {
        const waiting = {
          key,
          begin() {
            signal.removeEventListener('abort', leave)
            begin(key)
            resolve(giveBack(key))
          },
        }
        function leave(): void {
          line.splice(line.indexOf(waiting), 1)
          resolve(undefined)
        }
        line.push(waiting)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
