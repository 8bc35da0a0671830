import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { describeStatus } from '../../parts/status-pill.tsx'
import '../../parts/filters.css'

const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED']
const TYPING_MS = 300

/** What the list is narrowed down to; an empty text for everything. */
export type Chosen = { status?: string; ref?: string }

/** State and reference; both stand in the address, so that a view can be sent to somebody. */
export function BatchFilters({ chosen, onChoose }: { chosen: Chosen; onChoose(next: Chosen): void }) {
  const [ref, setRef] = useState(chosen.ref ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => setRef(chosen.ref ?? ''), [chosen.ref])
  const type = (text: string) => {
    setRef(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChoose({ ref: text.trim() }), TYPING_MS)
  }
  return (
    <search class="filters">
      <Field label="State">
        {(box) => (
          <select
            {...box}
            value={chosen.status ?? ''}
            onChange={({ currentTarget }) => onChoose({ status: currentTarget.value })}
          >
            <option value="">All</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {describeStatus(status)[0]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Reference">
        {(box) => (
          <input
            {...box}
            type="search"
            value={ref}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        )}
      </Field>
    </search>
  )
}
