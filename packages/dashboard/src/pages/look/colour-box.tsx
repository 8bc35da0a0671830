import { useId } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { type BoxOf, RemoveButton } from './boxes.tsx'
import { Fault } from './fault.tsx'
import type { LookDraft } from './look-draft.ts'
import { listOptions, type Schema, toLabel } from './look-schema.ts'

const OWN = 'own'
const MADE = 'made'

type PickProps = {
  id?: string
  label: string
  value: unknown
  schema: Schema
  look: LookDraft
  isInvalid?: boolean
  describedBy?: string
  /** Whether no colour is an answer. */
  isOptional: boolean
  onSet(value: unknown): void
}

/** A colour of the palette or the brand, of a field, or one of the look's own. */
function ColourPick({
  id,
  label,
  value,
  schema,
  look,
  isOptional,
  isInvalid,
  describedBy,
  onSet,
}: PickProps) {
  const roles = [...new Set(listOptions(schema).flatMap((option) => option.enum ?? []))]
  const fields = Object.entries(look.fields ?? {}).filter(([, field]) => field.type === 'COLOUR')
  const isHex = typeof value === 'string' && value.startsWith('#')
  const choose = (chosen: string) => {
    if (chosen === OWN) onSet('#888888')
    else if (chosen.startsWith('field:')) onSet({ field: chosen.slice('field:'.length) })
    else onSet(chosen || undefined)
  }
  return (
    <span class="look-colour">
      <select
        id={id}
        aria-label={id ? undefined : label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        value={nameChoice(value)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {isOptional && <option value="">As usual</option>}
        {roles.map((role) => (
          <option key={role} value={role}>
            {toLabel(role)}
          </option>
        ))}
        {fields.map(([name]) => (
          <option key={name} value={`field:${name}`}>
            Field: {toLabel(name)}
          </option>
        ))}
        <option value={OWN}>A colour of its own</option>
        {nameChoice(value) === MADE && <option value={MADE}>{describeMade(value)}</option>}
      </select>
      {isHex && (
        <input
          type="color"
          aria-label={`${label}, its own colour`}
          value={String(value)}
          onInput={({ currentTarget }) => onSet(currentTarget.value)}
        />
      )}
    </span>
  )
}

function nameChoice(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value.startsWith('#') ? OWN : value
  const { field } = value as { field?: string }
  return field === undefined ? MADE : `field:${field}`
}

/** Colours that are made of others are changed in the JSON. */
function describeMade(value: unknown): string {
  const { mix, ground } = value as { mix?: unknown[]; ground?: unknown }
  if (mix) return `Between ${mix.map((each) => toLabel(String(each))).join(' and ')}`
  return `${toLabel(String(ground))}, as a ground`
}

export function ColourBox({ label, remark, error, value, schema, look, onSet }: BoxOf) {
  const id = useId()
  return (
    <div class="field">
      <div class="row">
        <label for={id}>{label}</label>
        {remark && <span class="soft small">{remark}</span>}
      </div>
      <ColourPick
        {...{ id, label, value, schema, look, onSet }}
        isOptional
        isInvalid={error !== undefined}
        describedBy={error ? `${id}-note` : undefined}
      />
      {error && (
        <p id={`${id}-note`} class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Up to five colours, in order. */
export function ColoursBox({ label, remark, error, value, schema, look, onSet }: BoxOf) {
  const colours = Array.isArray(value) ? value : []
  const { items = {}, minItems = 1, maxItems = 5 } = schema
  const set = (next: unknown[]) => onSet(next.length > 0 ? next : undefined)
  return (
    <fieldset class="look-many">
      <legend>
        {label} {remark && <span class="soft small">{remark}</span>}
      </legend>
      {colours.map((colour, index) => {
        const name = `${label} ${index + 1}`
        return (
          <div key={index} class="look-line">
            <ColourPick
              label={name}
              value={colour}
              schema={items}
              look={look}
              isOptional={false}
              onSet={(next) => set(colours.with(index, next))}
            />
            {colours.length > minItems && (
              <RemoveButton what={name} onPress={() => set(colours.toSpliced(index, 1))} />
            )}
          </div>
        )
      })}
      {colours.length < maxItems && (
        <Button isSmall onPress={() => set([...colours, 'ACCENT'])}>
          Add a colour
        </Button>
      )}
      <Fault error={error} />
    </fieldset>
  )
}
