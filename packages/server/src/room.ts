/** A lock that many can share, or one can hold alone. */
export type Room = {
  /** Acquires it; call the result to release it. Undefined if the signal aborted first. */
  take(isAlone: boolean, signal: AbortSignal): Promise<(() => void) | undefined>
  isInUse(): boolean
  /** Whether somebody holds it alone or waits to: don't start new work now. */
  isClosed(): boolean
}

type Waiting = { isAlone: boolean; begin(): void }

/** Creates the lock. All wait in one queue, so that whoever wants it alone isn't starved. */
export function createRoom(): Room {
  const line: Waiting[] = []
  let inside = 0
  let hasLone = false

  const isFree = (isAlone: boolean) => !hasLone && (!isAlone || inside === 0)

  function enter(isAlone: boolean): () => void {
    inside++
    hasLone = isAlone
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      inside--
      if (isAlone) hasLone = false
      admit()
    }
  }

  function admit(): void {
    while (line[0] && isFree(line[0].isAlone)) line.shift()?.begin()
  }

  return {
    take(isAlone, signal) {
      if (signal.aborted) return Promise.resolve(undefined)
      if (line.length === 0 && isFree(isAlone)) return Promise.resolve(enter(isAlone))
      return new Promise((resolve) => {
        const waiting = {
          isAlone,
          begin() {
            signal.removeEventListener('abort', leave)
            resolve(enter(isAlone))
          },
        }
        function leave(): void {
          line.splice(line.indexOf(waiting), 1)
          resolve(undefined)
          admit()
        }
        line.push(waiting)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    isInUse: () => inside > 0,
    isClosed: () => hasLone || line.length > 0,
  }
}
