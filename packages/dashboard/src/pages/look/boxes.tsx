import { useId } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Fault } from './fault.tsx'
import type { LookDraft } from './look-draft.ts'
import { findBounds, listOptions, listWords, type Schema, toLabel } from './look-schema.ts'

/** What every box of a form of a look gets. */
export type BoxOf = {
  label: string
  /** A word beside the label. */
  remark?: string | undefined
  help?: string | undefined
  error?: string | undefined
  schema: Schema
  value: unknown
  look: LookDraft
  /** Names of layers that it may point at. */
  ids: string[]
  /** `undefined` takes the property away. */
  onSet(value: unknown): void
}

const LONG_TEXT = 200

type Typed = { currentTarget: { value: string } }

/** One of several words; the empty one stands for what counts where nothing is said. */
export function ChoiceBox({ schema, value, onSet, ...field }: BoxOf) {
  return (
    <Field {...field}>
      {(box) => (
        <select
          {...box}
          value={String(value ?? '')}
          onChange={({ currentTarget }: Typed) => onSet(currentTarget.value || undefined)}
        >
          <option value="">As usual</option>
          {listWords(schema).map((word) => (
            <option key={word} value={word}>
              {toLabel(word)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A number between two bounds. */
export function NumberBox({ schema, value, onSet, ...field }: BoxOf) {
  const { min, max } = findBounds(schema)
  const help =
    field.help ?? (min !== undefined && max !== undefined && max <= 4000 ? `${min} to ${max}` : undefined)
  return (
    <Field {...field} help={help}>
      {(box) => (
        <input
          {...box}
          type="number"
          {...{ min, max }}
          step={schema.type === 'integer' ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget }) =>
            onSet(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
      )}
    </Field>
  )
}

/** Pixels, a share such as 40%, or a word such as REST. */
export function MeasureBox({ schema, value, onSet, ...field }: BoxOf) {
  const takesShares = listOptions(schema).some(({ pattern }) => pattern?.includes('%'))
  return (
    <Field {...field}>
      {(box) => (
        <input
          {...box}
          autocomplete="off"
          placeholder={takesShares ? 'px or %' : 'As usual'}
          value={String(value ?? '')}
          onInput={({ currentTarget }) => onSet(readMeasure(currentTarget.value))}
        />
      )}
    </Field>
  )
}

/** What was typed, as the language has it. */
function readMeasure(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed
}

export function TextBox({ schema, value, onSet, ...field }: BoxOf) {
  const { maxLength = 0 } = schema
  const onInput = ({ currentTarget }: Typed) => onSet(currentTarget.value || undefined)
  const text = { value: String(value ?? ''), onInput, ...(maxLength > 0 && { maxLength }) }
  return (
    <Field {...field}>
      {(box) =>
        maxLength >= LONG_TEXT ? <textarea {...box} {...text} rows={3} /> : <input {...box} {...text} />
      }
    </Field>
  )
}

/** Several words of one's own. */
export function ListBox({ schema: _, value, onSet, ...field }: BoxOf) {
  const words = Array.isArray(value) ? value.map(String) : []
  return (
    <Field {...field} help={field.help ?? 'With commas between them'}>
      {(box) => (
        <input
          {...box}
          autocomplete="off"
          placeholder="As usual"
          value={words.join(', ')}
          onChange={({ currentTarget }) => onSet(readList(currentTarget.value))}
        />
      )}
    </Field>
  )
}

/** What was typed with commas; nothing for nothing. */
function readList(text: string): string[] | undefined {
  const words = text.split(',').map((word) => word.trim())
  const said = words.filter(Boolean)
  return said.length > 0 ? said : undefined
}

/** On, off, or as usual where nothing is said. */
export function SwitchBox({ schema, value, onSet, ...field }: BoxOf) {
  const on = schema.const ?? true
  return (
    <Field {...field}>
      {(box) => (
        <select
          {...box}
          value={value === undefined ? '' : value === on ? 'yes' : 'no'}
          onChange={({ currentTarget: { value: word } }: Typed) =>
            onSet(word === '' ? undefined : word === 'yes' ? on : false)
          }
        >
          <option value="">As usual</option>
          <option value="yes">Yes</option>
          {schema.const === undefined && <option value="no">No</option>}
        </select>
      )}
    </Field>
  )
}

/** The name of another layer. */
export function LayerBox({ schema: _, value, ids, onSet, ...field }: BoxOf) {
  const known = typeof value === 'string' && !ids.includes(value) ? [value, ...ids] : ids
  return (
    <Field
      {...field}
      help={field.help ?? (ids.length === 0 ? 'Give another layer a name first.' : undefined)}
    >
      {(box) => (
        <select
          {...box}
          value={String(value ?? '')}
          onChange={({ currentTarget }: Typed) => onSet(currentTarget.value || undefined)}
        >
          <option value="">None</option>
          {known.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

type ManyProps = BoxOf & { options: string[] }

/** Several of some words, or of some layers. */
export function ManyBox({ label, remark, error, value, options, onSet }: ManyProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const id = useId()
  const toggle = (word: string, isOn: boolean) => {
    const next = isOn ? [...chosen, word] : chosen.filter((each) => each !== word)
    onSet(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset class="look-many" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label} {remark && <span class="soft small">{remark}</span>}
      </legend>
      <div class="row">
        {options.map((word) => (
          <label key={word} class="look-tick">
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ currentTarget }) => toggle(word, currentTarget.checked)}
            />
            {/^[A-Z]/.test(word) ? toLabel(word) : word}
          </label>
        ))}
        {options.length === 0 && <span class="soft small">No layer has a name yet.</span>}
      </div>
      <Fault id={`${id}-error`} error={error} />
    </fieldset>
  )
}

/** Anything that has no box of its own, as JSON. */
export function JsonBox({ schema: _, value, onSet, ...field }: BoxOf) {
  return (
    <Field {...field} help={field.help ?? 'As JSON'}>
      {(box) => (
        <textarea
          {...box}
          rows={3}
          class="look-code"
          value={value === undefined ? '' : JSON.stringify(value)}
          onChange={({ currentTarget }) => onSet(readJson(currentTarget.value))}
        />
      )}
    </Field>
  )
}

/** What is no JSON goes as it is, and the engine says what it lacks. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Takes something away; its name says what. */
export function RemoveButton({ what, onPress }: { what: string; onPress(): void }) {
  return (
    <Button isSmall loudness="plain" aria-label={`Remove ${what}`} onPress={onPress}>
      ✕
    </Button>
  )
}
