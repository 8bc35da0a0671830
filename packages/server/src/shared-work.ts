/** Somebody who wants a result. */
export type Asker = {
  signal: AbortSignal
  /** Waits for the right to begin; the result gives it back. */
  takeTurn(signal: AbortSignal): Promise<(() => void) | undefined>
}

/** Work that several callers may request at once. It is done once, and stops when the last of them has gone. */
export type SharedWork<Result> = {
  /** Joins what is being made under this name, or waits for a turn and begins it. Rejects with the asker's reason when it goes away. */
  ask(name: string, asker: Asker, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

type Running<Result> = { join(signal: AbortSignal): Promise<Result> }

/** Makes the shared work of one kind. */
export function createSharedWork<Result>(): SharedWork<Result> {
  const running = new Map<string, Running<Result>>()
  /** Who waits for a turn to begin a work; once one of them has, the others leave the line. */
  const lines = new Map<string, Set<AbortController>>()

  function begin(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
    giveBack: () => void,
  ): Running<Result> {
    const abandoned = new AbortController()
    const end = () => {
      if (running.get(name) === begun) running.delete(name)
    }
    const result = work(abandoned.signal).finally(() => {
      end()
      giveBack()
    })
    // Callers that still wait get the error; without any, it must not be unhandled.
    result.catch(() => undefined)
    let askers = 0
    const begun = {
      join(signal: AbortSignal): Promise<Result> {
        askers++
        return untilAborted(result, signal, () => {
          askers--
          if (askers > 0) return
          end()
          abandoned.abort()
        })
      },
    }
    running.set(name, begun)
    for (const waiting of lines.get(name) ?? []) waiting.abort()
    return begun
  }

  async function waitInLine(name: string, { signal, takeTurn }: Asker) {
    const line = lines.get(name) ?? new Set()
    const begunByOther = new AbortController()
    lines.set(name, line.add(begunByOther))
    try {
      return await takeTurn(AbortSignal.any([signal, begunByOther.signal]))
    } finally {
      line.delete(begunByOther)
      if (line.size === 0) lines.delete(name)
    }
  }

  return {
    async ask(name, asker, work) {
      for (;;) {
        asker.signal.throwIfAborted()
        const found = running.get(name)
        if (found) return found.join(asker.signal)
        const giveBack = await waitInLine(name, asker)
        const isFirst = !asker.signal.aborted && !running.has(name)
        if (giveBack && isFirst) return begin(name, work, giveBack).join(asker.signal)
        giveBack?.()
      }
    },
  }
}

/** What comes first: the result, or the signal. */
function untilAborted<Result>(
  result: Promise<Result>,
  signal: AbortSignal,
  onAbort: () => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      onAbort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
