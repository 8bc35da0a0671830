import { AbortError } from './errors.ts'

/** Waits, unless the caller no longer wants to. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toAbortError(signal))
    const onAbort = () => {
      clearTimeout(timer)
      reject(toAbortError(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** The caller's own reason is the cause. */
export function toAbortError(signal: AbortSignal | undefined): AbortError {
  return new AbortError('The call was aborted.', { cause: signal?.reason })
}

/** Doubles with each failure up to 8 seconds; the jitter keeps clients that failed together from coming back together. */
export function backOff(firstMs: number, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), 8000) * (0.5 + Math.random() / 2)
}
