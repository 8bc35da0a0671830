import { Button } from './button.tsx'
import type { BoxProps } from './field.tsx'

/** What of JSON Schema the data of templates uses. */
export type Property = {
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
export const LONG_TEXT = 400
const COLOUR = /a-fA-F\]\{6\}/
const WHOLE_COLOUR = /^#[0-9a-f]{6}$/i

type Props = {
  box: BoxProps
  property: Property
  value: unknown
  /** What counts while the box is empty. */
  usual: unknown
  /** For authors: values as the API takes them, rather than as people say them. */
  isExact?: boolean
  /** An empty text stands for no value. */
  onSet(value: unknown): void
}

/** The box that fits a property of a schema. */
export function SchemaBox({ box, property, value, usual, isExact, onSet }: Props) {
  const { minimum, maximum, maxLength, type } = property
  const text = toText(value)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onSet(currentTarget.value)
  const hint = isExact && property.default !== undefined ? toText(property.default) : undefined
  if (property.enum)
    return (
      <select {...box} value={text} onChange={onInput}>
        <option value="">{isExact ? nameDefault(property) : toWord(String(usual))}</option>
        {property.enum.map((each) => (
          <option key={each} value={each}>
            {isExact ? each : toWord(each)}
          </option>
        ))}
      </select>
    )
  if (COLOUR.test(property.pattern ?? ''))
    return isExact ? <ExactColour {...{ box, text, onSet }} /> : <ColourBox {...{ box, text, onSet }} />
  if (type === 'boolean') return <CheckBox {...{ box, property, value, onSet }} />
  if (type === 'number' || type === 'integer') {
    const onNumber = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onSet(currentTarget.value === '' ? '' : currentTarget.valueAsNumber)
    const limits = { min: minimum, max: maximum, step: type === 'integer' ? 1 : 'any' }
    return <input {...box} {...limits} type="number" placeholder={hint} value={text} onInput={onNumber} />
  }
  if (type === 'array' && !isExact) return <WordsBox {...{ box, value, onSet }} />
  if (type !== 'string' && isExact) return <JsonBox {...{ box, value, onSet }} />
  if ((maxLength ?? 0) > LONG_TEXT)
    return <textarea {...box} rows={2} {...{ maxLength }} placeholder={hint} value={text} onInput={onInput} />
  const kind = property.format === 'date' ? 'date' : property.format === 'uri' ? 'url' : 'text'
  return <input {...box} type={kind} {...{ maxLength }} placeholder={hint} value={text} onInput={onInput} />
}

type BoxOf = { box: BoxProps; onSet(value: unknown): void }

function ColourBox({ box, text, onSet }: BoxOf & { text: string }) {
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

function ExactColour({ box, text, onSet }: BoxOf & { text: string }) {
  const isColour = WHOLE_COLOUR.test(text)
  return (
    <span class={isColour ? 'colour' : 'colour is-unset'}>
      <input
        type="color"
        aria-label="Choose a colour"
        value={isColour ? text : '#888888'}
        onInput={({ currentTarget }) => onSet(currentTarget.value)}
      />
      <input
        {...box}
        value={text}
        placeholder="From the cover"
        autocomplete="off"
        onInput={({ currentTarget }) => onSet(currentTarget.value)}
      />
    </span>
  )
}

/** Only what differs from the usual is a value. */
function CheckBox({ box, property, value, onSet }: BoxOf & { property: Property; value: unknown }) {
  const usual = property.default === true
  return (
    <input
      {...box}
      type="checkbox"
      checked={typeof value === 'boolean' ? value : usual}
      onChange={({ currentTarget: { checked } }) => onSet(checked === usual ? '' : checked)}
    />
  )
}

/** Several words, with commas between them. */
function WordsBox({ box, value, onSet }: BoxOf & { value: unknown }) {
  const text = Array.isArray(value) ? value.join(', ') : ''
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const words = currentTarget.value.split(',').map((word) => word.trim())
    onSet(words.filter((word) => word !== ''))
  }
  return <input {...box} value={text} placeholder="with commas between them" onChange={onChange} />
}

/** Anything else, as JSON; what is no JSON yet goes as it is, and the schema says what it lacks. */
function JsonBox({ box, value, onSet }: BoxOf & { value: unknown }) {
  const onChange = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
    onSet(parse(currentTarget.value))
  return <textarea {...box} rows={3} value={toText(value)} onChange={onChange} />
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function toText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function nameDefault({ default: usual }: Property): string {
  return usual === undefined ? 'The template’s own' : `${usual} (default)`
}

/** HALF_TIME becomes "Half time". */
function toWord(constant: string): string {
  return constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll('_', ' ')
}
