import { signal } from '@preact/signals'
import { describeError } from './describe-error.ts'
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
