import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { showError } from '../../components/toast.tsx'
import { RemoveButton } from './boxes.tsx'
import { findError } from './layer-form.tsx'
import { findFreeName, type LookDraft, type LookField, listAnimations, setAt } from './look-draft.ts'
import { type LookSchema, type Schema, toLabel } from './look-schema.ts'
import { PropertyBox } from './property-box.tsx'
import type { LookFault } from './use-drawings.ts'

type Props = {
  look: LookDraft
  schema: LookSchema
  faults: LookFault[]
  onChange(next: (look: LookDraft) => LookDraft, what: string): void
}

/** What has a form of its own, is issued, or is for editors. */
const ELSEWHERE = new Set([
  '$schema',
  'look',
  'contentId',
  'version',
  'layers',
  'fields',
  'example',
  'animations',
])
const LABELS: Record<string, string> = {
  fontStyle: 'Type',
  excerpt: 'Part of the song',
  coversSubject: 'May cover the subject',
  logoPlaces: 'Where a logo may stand',
  aspectRatios: 'Shapes',
}
const HELPS: Record<string, string> = {
  excerpt: 'WHOLE, or so many seconds of its best moment',
  aspectRatios: 'Such as 9x16, 1x1; all of them where nothing is said',
}

/** The look as a whole: its name, how lively it is, what it needs. */
export function AboutForm({ look, schema, faults, onChange }: Props) {
  return (
    <form class="look-form" aria-label="The look" onSubmit={(event) => event.preventDefault()}>
      {Object.entries(schema.look)
        .filter(([name]) => !ELSEWHERE.has(name))
        .map(([name, property]: [string, Schema]) => (
          <PropertyBox
            key={name}
            label={LABELS[name] ?? toLabel(name)}
            help={HELPS[name]}
            schema={property}
            value={look[name]}
            look={look}
            ids={[]}
            errorAt={(inner) => findError(faults, [name], inner)}
            onSet={(value) => onChange((before) => setAt(before, name, value), name)}
          />
        ))}
      <Animations {...{ look, faults, onChange }} />
    </form>
  )
}

/** Lottie animations that the look brings along, for layers that show them. */
function Animations({ look, faults, onChange }: Omit<Props, 'schema'>) {
  const add = async (file: File | undefined) => {
    if (!file) return
    const stem = file.name
      .replace(/\..*$/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
    const name = findFreeName(
      /^[a-z]/.test(stem) ? stem.slice(0, 24) : 'animation',
      new Set(listAnimations(look)),
    )
    const animation = JSON.parse(await file.text()) as unknown
    onChange((before) => setAt(before, `animations.${name}`, animation), `animations.${name}`)
  }
  return (
    <Field
      label="Animations"
      help="Lottie as JSON. A layer of the kind Animation shows one."
      error={findError(faults, ['animations'], '')}
    >
      {(box) => (
        <div class="look-many">
          {listAnimations(look).map((name) => (
            <span key={name} class="look-line">
              {name}
              <RemoveButton
                what={`animation ${name}`}
                onPress={() =>
                  onChange((before) => setAt(before, `animations.${name}`, undefined), 'animations')
                }
              />
            </span>
          ))}
          <input
            {...box}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              add(currentTarget.files?.[0]).catch(() => showError('This file is no JSON.'))
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}

const STARTS: Record<string, LookField> = {
  TEXT: { type: 'TEXT', most: 60, default: 'Out now' },
  NUMBER: { type: 'NUMBER', min: 0, max: 100, default: 50 },
  CHOICE: { type: 'CHOICE', options: ['ONE', 'TWO'], default: 'ONE' },
  COLOUR: { type: 'COLOUR' },
  SWITCH: { type: 'SWITCH', default: true },
}

/** Data of the look's own, which whoever makes a video fills in. */
export function FieldsForm({ look, schema, faults, onChange }: Props) {
  const [name, setName] = useState('')
  const [type, setType] = useState('TEXT')
  const fields = Object.entries(look.fields ?? {})
  const add = () => {
    const free = findFreeName(name.trim() || 'tag', new Set(Object.keys(look.fields ?? {})))
    const field = structuredClone(STARTS[type] ?? { type })
    onChange((before) => setAt(before, `fields.${free}`, field), `fields.${free}`)
    setName('')
  }
  return (
    <div class="look-form">
      <p class="soft small">
        Every template has text, accent colour, type and light or dark. Fields are what this look asks for
        besides; texts, colours, numbers and choices of layers can be bound to them.
      </p>
      {fields.map(([each, field]) => (
        <OneField key={each} name={each} field={field} {...{ look, schema, faults, onChange }} />
      ))}
      <form
        class="look-new-field"
        aria-label="Add a field"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field label="New field">
          {(box) => (
            <input
              {...box}
              value={name}
              placeholder="such as tag"
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Type">
          {(box) => (
            <select {...box} value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
              {Object.keys(schema.fields).map((each) => (
                <option key={each} value={each}>
                  {toLabel(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit">Add</Button>
      </form>
    </div>
  )
}

function OneField({
  name,
  field,
  look,
  schema,
  faults,
  onChange,
}: Props & { name: string; field: LookField }) {
  const path = `fields.${name}`
  const properties = Object.entries(schema.fields[field.type]?.properties ?? {}).filter(
    ([each]) => each !== 'type',
  )
  return (
    <fieldset class="look-many look-wide">
      <legend>
        {name} <span class="soft small">{toLabel(field.type).toLowerCase()}</span>
        <RemoveButton
          what={`field ${name}`}
          onPress={() => onChange((before) => setAt(before, path, undefined), path)}
        />
      </legend>
      <div class="look-grid">
        {properties.map(([each, property]) => (
          <PropertyBox
            key={each}
            label={toLabel(each)}
            schema={property}
            value={field[each]}
            look={look}
            ids={[]}
            errorAt={(inner) => findError(faults, [`${path}.${each}`], inner)}
            onSet={(value) =>
              onChange((before) => setAt(before, `${path}.${each}`, value), `${path}.${each}`)
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
