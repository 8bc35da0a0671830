import { copyText } from './copy-text.ts'
import { showError } from './toast.tsx'
import './id.css'

/** An id or a reference; a click copies it. */
export function Id({ value, label = 'id' }: { value: string; label?: string }) {
  return (
    <button
      type="button"
      class="id"
      title={`Copy ${value}`}
      aria-label={`Copy ${label} ${value}`}
      onClick={() => copyText(value).catch(showError)}
    >
      {value}
    </button>
  )
}
