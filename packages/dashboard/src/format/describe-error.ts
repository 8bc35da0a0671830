import { ConnectionError, TimeoutError } from '@songreel/sdk'

/** An error as a sentence for people. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return navigator.onLine === false
      ? 'This computer is offline.'
      : `The server does not respond. ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
