import { signal } from '@preact/signals'
import { ConnectionError, TimeoutError } from '@songreel/sdk'
import './toast.css'

const SHOWN_MS = 4000

type Toast = { id: number; text: string; isBad: boolean }

const toasts = signal<Toast[]>([])
let count = 0

/** Says for a moment that something was done. */
export function showToast(text: string): void {
  add(text, false)
}

/** Says what went wrong, until it is closed: people need time to read what to do. */
export function showError(error: unknown): void {
  add(describeError(error), true)
}

/** An error as a sentence for people. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return navigator.onLine ? `The server does not respond. ${error.message}` : 'This computer is offline.'
  return error instanceof Error ? error.message : String(error)
}

/** Where toasts are shown; the frame has one. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={isBad ? 'toast is-bad' : 'toast'}>
          <p>{text}</p>
          <button
            type="button"
            class="button is-plain is-small"
            aria-label="Close"
            onClick={() => remove(id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}

function add(text: string, isBad: boolean): void {
  const id = ++count
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, text, isBad }]
  if (!isBad) setTimeout(() => remove(id), SHOWN_MS)
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}
