import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import { describeStatus } from '../../components/status-pill.tsx'
import '../../components/filters.css'

const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED']
const TYPING_MS = 300

/** What the list is narrowed down to, as it stands in the address; an empty text for everything. Days are the reader's own. */
export type Chosen = { status?: string; q?: string; ref?: string; from?: string; to?: string; order?: string }

/** All of it stands in the address, so that a view can be sent to somebody. */
export function BatchFilters({ chosen, onChoose }: { chosen: Chosen; onChoose(next: Chosen): void }) {
  const [words, setWords] = useState(chosen.q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => setWords(chosen.q ?? ''), [chosen.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setWords(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChoose({ q: text.trim() }), TYPING_MS)
  }
  return (
    <search class="filters">
      <Field label="Find">
        {(box) => (
          <input
            {...box}
            type="search"
            value={words}
            placeholder="Reference, ISRC, title, artist"
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        )}
      </Field>
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
      <Day label="From" value={chosen.from} onChange={(from) => onChoose({ from })} />
      <Day label="To" value={chosen.to} onChange={(to) => onChoose({ to })} />
    </search>
  )
}

function Day(props: { label: string; value: string | undefined; onChange(day: string): void }) {
  return (
    <Field label={props.label}>
      {(box) => (
        <input
          {...box}
          type="date"
          value={props.value ?? ''}
          onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
