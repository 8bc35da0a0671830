import { useId } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { type BoxOf, RemoveButton } from './boxes.tsx'
import { Fault } from './fault.tsx'
import { describeWords } from './layer-kinds.ts'
import { listOptions, toLabel } from './look-schema.ts'

const OWN = 'own'
const MOST_SOURCES = 4

/** What a text says: a part of the song, a field, or words of its own; of several, the first that says anything. */
export function WordsBox({ label, remark, error, value, schema, look, onSet }: BoxOf) {
  const id = useId()
  const sources = Array.isArray(value) ? value : [value ?? 'TITLE']
  const words = [...new Set(listOptions(schema).flatMap((option) => option.enum ?? []))]
  const fields = Object.entries(look.fields ?? {}).flatMap(([name, field]) =>
    field.type === 'TEXT' || field.type === 'CHOICE' ? name : [],
  )
  const set = (next: unknown[]) => onSet(next.length === 1 ? next[0] : next)
  return (
    <fieldset class="look-many look-wide" aria-describedby={error ? `${id}-note` : undefined}>
      <legend>
        {label} {remark && <span class="soft small">{remark}</span>}
      </legend>
      {sources.map((source, index) => (
        <WordSource
          key={index}
          name={index === 0 ? label : `${label}, if that says nothing`}
          {...{ source, words, fields }}
          onSet={(next) => set(next === undefined ? sources.toSpliced(index, 1) : sources.with(index, next))}
          isOnly={sources.length === 1}
        />
      ))}
      {sources.length < MOST_SOURCES && (
        <Button isSmall onPress={() => set([...sources, 'ARTIST'])}>
          If that says nothing…
        </Button>
      )}
      <Fault id={`${id}-note`} error={error} />
    </fieldset>
  )
}

type SourceProps = {
  name: string
  source: unknown
  words: string[]
  fields: string[]
  isOnly: boolean
  onSet(next: unknown): void
}

function WordSource({ name, source, words, fields, isOnly, onSet }: SourceProps) {
  const { field, words: fixed } = (typeof source === 'object' && source !== null ? source : {}) as {
    field?: string
    words?: string
  }
  const chosen = field === undefined ? (fixed === undefined ? String(source) : OWN) : `field:${field}`
  const choose = (next: string) => {
    if (next === OWN) onSet({ words: 'Out now' })
    else onSet(next.startsWith('field:') ? { field: next.slice('field:'.length) } : next)
  }
  return (
    <div class="look-line">
      <select aria-label={name} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {words.map((word) => (
          <option key={word} value={word}>
            {describeWords(word)}
          </option>
        ))}
        {fields.map((each) => (
          <option key={each} value={`field:${each}`}>
            Field: {toLabel(each)}
          </option>
        ))}
        <option value={OWN}>Words of its own</option>
      </select>
      {fixed !== undefined && (
        <input
          aria-label={`${name}: the words`}
          maxLength={200}
          value={fixed}
          onInput={({ currentTarget }) => onSet({ words: currentTarget.value })}
        />
      )}
      {!isOnly && <RemoveButton what={name} onPress={() => onSet(undefined)} />}
    </div>
  )
}
