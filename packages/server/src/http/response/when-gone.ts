import type { ServerResponse } from 'node:http'

/**
 * Tells once that nobody waits for a response any more: its client has gone, or has all of it. A client may have gone before anybody
 * asks, as while its token was looked up: of that there is no event any more.
 */
function whenGone(response: ServerResponse, tell: () => void): void {
  if (response.destroyed) tell()
  else response.once('close', tell)
}

/** Ends work for an answer that nobody waits for any more. */
export function signalGone({ raw }: { raw: ServerResponse }): AbortSignal {
  const ended = new AbortController()
  whenGone(raw, () => ended.abort())
  return ended.signal
}
