/** A semaphore with a limit in total and per key; waiting keys take turns. */
export type KeyedSemaphore = {
  /**
   * Waits for a turn; the result gives it back. Undefined: the signal came first. Whoever is last waits until nobody else
   * could go on.
   */
  take(key: string, signal: AbortSignal, options?: { isLast?: boolean }): Promise<(() => void) | undefined>
  /** How many wait for a turn, in all or with one key. */
  countWaiting(key?: string): number
}

type Waiting = { key: string; isLast: boolean; begin(): void }

/** Makes a semaphore; what is not limited is left out. */
export function createKeyedSemaphore({
  total = Infinity,
  perKey = Infinity,
}: {
  total?: number
  perKey?: number
}): KeyedSemaphore {
  const shares = createShares()
  const line: Waiting[] = []
  let taken = 0

  const isFree = (key: string) => taken < total && shares.read(key).held < perKey

  function begin(key: string): () => void {
    taken++
    shares.hold(key)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      taken--
      shares.change(key, { held: -1 })
      const next = line.filter((each) => isFree(each.key)).reduce(shares.chooseNext, undefined)
      if (next) line.splice(line.indexOf(next), 1)
      next?.begin()
    }
  }

  return {
    countWaiting: (key) => (key === undefined ? line.length : shares.read(key).waiting),
    take(key, signal, { isLast = false } = {}) {
      if (signal.aborted) return Promise.resolve(undefined)
      if (isFree(key)) return Promise.resolve(begin(key))
      return new Promise((resolve) => {
        const waiting = {
          key,
          isLast,
          begin() {
            signal.removeEventListener('abort', leave)
            resolve(begin(key))
            shares.change(key, { waiting: -1 })
          },
        }
        function leave(): void {
          line.splice(line.indexOf(waiting), 1)
          shares.change(key, { waiting: -1 })
          resolve(undefined)
        }
        line.push(waiting)
        shares.change(key, { waiting: 1 })
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}

type Share = Readonly<{ held: number; waiting: number; servedAt: number }>

const NOTHING: Share = { held: 0, waiting: 0, servedAt: 0 }

/** What the keys have; one that has and wants nothing is forgotten, and new when it comes back. */
function createShares() {
  const shares = new Map<string, Share>()
  let served = 0
  const read = (key: string) => shares.get(key) ?? NOTHING

  function change(key: string, { held = 0, waiting = 0 }: Partial<Share>): void {
    const share = read(key)
    const changed = { ...share, held: share.held + held, waiting: share.waiting + waiting }
    if (changed.held + changed.waiting === 0) shares.delete(key)
    else shares.set(key, changed)
  }

  return {
    read,
    change,
    hold(key: string): void {
      change(key, { held: 1 })
      shares.set(key, { ...read(key), servedAt: ++served })
    },
    /** The key with the fewest slots goes first, then the one served longest ago, then the one that came first. */
    chooseNext(best: Waiting | undefined, each: Waiting): Waiting {
      if (!best) return each
      if (best.isLast !== each.isLast) return best.isLast ? each : best
      const [one, other] = [read(best.key), read(each.key)]
      if (one.held !== other.held) return one.held < other.held ? best : each
      return one.servedAt <= other.servedAt ? best : each
    },
  }
}
