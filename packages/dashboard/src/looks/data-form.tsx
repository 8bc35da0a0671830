import type { Content } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.tsx'
import { type BoxProps, Field } from '../components/field.tsx'
import './data-form.css'

/** What of JSON Schema the data of templates uses. */
type Property = {
  type?: string
  enum?: string[]
  description?: string
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

/** Longer texts get more than one line. */
const LONG_TEXT = 400
const COLOUR = /a-fA-F\]\{6\}/
const LABELS: Record<string, string> = {
  customText: 'Text',
  accentColor: 'Accent colour',
  fontStyle: 'Type',
  theme: 'Light or dark',
  ctaText: 'Call to action',
  linkUrl: 'Link',
}
/** What nearly everybody changes comes first. */
const FIRST = ['customText', 'accentColor', 'fontStyle', 'theme']

type Props = {
  content: Content
  data: Record<string, unknown>
  /** What is wrong with which field. */
  errors: Record<string, string>
  /** Whether the lyrics come with the song, so that nobody needs to type them. */
  hasOwnLyrics?: boolean
  /** Fields that come before those of the template. */
  children?: ComponentChildren
  onChange(data: Record<string, unknown>): void
}

/** The data of a template as a form; a field that is left empty is left out. */
export function DataForm({ content, data, errors, hasOwnLyrics, children, onChange }: Props) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = data
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    onChange(isEmpty ? rest : { ...rest, [name]: value })
  }
  return (
    <form class="data-form" onSubmit={(event) => event.preventDefault()}>
      {children}
      {listProperties(content)
        .filter(([name, { type }]) => type !== 'object' && !(hasOwnLyrics && name === 'lyrics'))
        .map(([name, property]) => (
          <Field
            key={name}
            label={LABELS[name] ?? toLabel(name)}
            help={describe(property)}
            error={errors[name]}
          >
            {(box) => (
              <Box
                box={box}
                property={property}
                value={data[name]}
                usual={
                  property.default ??
                  content.defaults[name] ??
                  (name === 'theme' ? 'What suits the cover' : 'As designed')
                }
                onSet={(value) => set(name, value)}
              />
            )}
          </Field>
        ))}
    </form>
  )
}

type BoxOf = {
  box: BoxProps
  property: Property
  value: unknown
  usual: unknown
  onSet(value: unknown): void
}

/** The box that fits a property. */
function Box({ box, property, value, usual, onSet }: BoxOf) {
  const text = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onSet(currentTarget.value)
  const { minimum, maximum, maxLength } = property
  if (property.enum)
    return (
      <select {...box} value={text} onChange={onInput}>
        <option value="">{toWord(String(usual))}</option>
        {property.enum.map((each) => (
          <option key={each} value={each}>
            {toWord(each)}
          </option>
        ))}
      </select>
    )
  if (COLOUR.test(property.pattern ?? '')) return <ColourBox box={box} text={text} onSet={onSet} />
  if (property.type === 'number' || property.type === 'integer') {
    const onNumber = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onSet(currentTarget.value === '' ? '' : currentTarget.valueAsNumber)
    return (
      <input {...box} type="number" step="any" min={minimum} max={maximum} value={text} onInput={onNumber} />
    )
  }
  if (property.type === 'array') return <WordsBox box={box} text={text} onSet={onSet} />
  if ((maxLength ?? 0) > LONG_TEXT)
    return <textarea {...box} rows={2} maxLength={maxLength} value={text} onInput={onInput} />
  const type = property.format === 'date' ? 'date' : property.format === 'uri' ? 'url' : 'text'
  return <input {...box} type={type} maxLength={maxLength} value={text} onInput={onInput} />
}

type TextBoxOf = { box: BoxProps; text: string; onSet(value: unknown): void }

function ColourBox({ box, text, onSet }: TextBoxOf) {
  return (
    <div class="row">
      <input
        {...box}
        type="color"
        value={text || '#888888'}
        onInput={({ currentTarget }) => onSet(currentTarget.value)}
      />
      {text ? (
        <Button isSmall onPress={() => onSet('')}>
          Take it from the cover
        </Button>
      ) : (
        <span class="soft small">from the cover</span>
      )}
    </div>
  )
}

/** Several words, with commas between them. */
function WordsBox({ box, text, onSet }: TextBoxOf) {
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const words = currentTarget.value.split(',').map((word) => word.trim())
    onSet(words.filter((word) => word !== ''))
  }
  return <input {...box} value={text} placeholder="with commas between them" onChange={onChange} />
}

function listProperties({ requiredDataSchema }: Content): [name: string, property: Property][] {
  const properties = Object.entries((requiredDataSchema.properties ?? {}) as Record<string, Property>)
  return properties.sort(([a], [b]) => rank(a) - rank(b))
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length
}

function describe({ description, maxLength, minimum, maximum }: Property): string | undefined {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const length = maxLength && maxLength <= LONG_TEXT ? `At most ${maxLength} characters` : undefined
  return [description, range ?? length].filter(Boolean).join('. ') || undefined
}

/** barStyle becomes "Bar style", and videoUrl "Video URL". */
function toLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\burl\b/g, 'URL')
}

/** HALF_TIME becomes "Half time". */
function toWord(constant: string): string {
  return constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll('_', ' ')
}
