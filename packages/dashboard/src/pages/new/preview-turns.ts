/** The server draws two previews at once for an organization: one for the cards leaves one for the picture that somebody waits for. */
let last: Promise<unknown> = Promise.resolve()

/** Does one thing after the other; what is no longer wanted when its turn comes is left out. */
export function takeTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value | undefined> {
  const turn = last.then(() => (signal.aborted ? undefined : work()))
  last = turn.catch(() => {})
  return turn
}
