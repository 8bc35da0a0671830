import { signal } from '@preact/signals'
import { describeError } from '../format/describe-error.ts'
import './toast.css'

const SHOWN_MS = 4000
/** Who wants to undo something has to find the button first. */
const ACTION_MS = 12_000

/** What can be done about what a toast says. */
export type ToastAction = { label: string; onPress(): Promise<unknown> }

type Toast = { id: number; text: string; isBad: boolean; action?: ToastAction }

/** What is being said. */
export const toasts = signal<Toast[]>([])
let count = 0

/** Says for a moment that something was done, and perhaps how to undo it. */
export function showToast(text: string, action?: ToastAction): void {
  add(text, false, action)
}

/** Says what went wrong, until it is closed: people need time to read what to do. */
export function showError(error: unknown): void {
  add(describeError(error), true)
}

/** Where toasts are shown; the frame has one. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad, action }) => (
        <div key={id} class={isBad ? 'toast is-bad' : 'toast'}>
          <p>{text}</p>
          {action && (
            <button
              type="button"
              class="button is-small"
              onClick={() => {
                remove(id)
                action.onPress().catch(showError)
              }}
            >
              {action.label}
            </button>
          )}
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

function add(text: string, isBad: boolean, action?: ToastAction): void {
  const id = ++count
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, text, isBad, action }]
  if (!isBad) setTimeout(() => remove(id), action ? ACTION_MS : SHOWN_MS)
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}
