import type { ComponentChildren } from 'preact'
import { Field } from './field.tsx'
import { LONG_TEXT, type Property, SchemaBox } from './schema-box.tsx'
import './schema-form.css'

/** A property with its name, in the order of the form. */
export type NamedProperty = {
  name: string
  property: Property
  label?: string
  /** What counts while it is empty. */
  usual?: unknown
  isRequired?: boolean
}

type Props = {
  properties: NamedProperty[]
  data: Record<string, unknown>
  /** What is wrong with which field. */
  errors: Record<string, string>
  /** For authors: names and values as the API has them. */
  isExact?: boolean
  /** What the form is called for those who do not see it. */
  name?: string
  /** Fields that come before those of the schema. */
  children?: ComponentChildren
  onChange(data: Record<string, unknown>): void
}

/** The data of a schema as a form; a field that is left empty is left out. */
export function SchemaForm({ properties, data, errors, isExact, name: form, children, onChange }: Props) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = data
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    onChange(isEmpty ? rest : { ...rest, [name]: value })
  }
  return (
    <form class="schema-form" aria-label={form} onSubmit={(event) => event.preventDefault()}>
      {children}
      {properties.map(({ name, property, label, usual, isRequired }) => (
        <Field
          key={name}
          label={label ?? toLabel(name)}
          code={isExact ? name : undefined}
          help={describe(property, isRequired)}
          error={errors[name]}
        >
          {(box) => (
            <SchemaBox
              {...{ box, property, usual, isExact }}
              value={data[name]}
              onSet={(value) => set(name, value)}
            />
          )}
        </Field>
      ))}
    </form>
  )
}

function describe(
  { description, maxLength, minimum, maximum }: Property,
  isRequired?: boolean,
): string | undefined {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const length = maxLength && maxLength <= LONG_TEXT ? `At most ${maxLength} characters` : undefined
  return [isRequired && 'Required', description, range ?? length].filter(Boolean).join('. ') || undefined
}

/** barStyle becomes "Bar style", and videoUrl "Video URL". */
function toLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\burl\b/g, 'URL')
}
