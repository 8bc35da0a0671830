/** A place where many work at once, or one alone. */
export type Room = {
  /** Waits for a place; the result gives it back. Undefined: the signal came first. */
  take(isAlone: boolean, signal: AbortSignal): Promise<(() => void) | undefined>
  isInUse(): boolean
  /** Whether somebody is alone in it or waits to be: nobody else should come now. */
  isClosed(): boolean
}

type Waiting = { isAlone: boolean; begin(): void }

/** Makes an empty room. Those who cannot enter wait in one line, so that whoever wants to be alone comes to it. */
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
