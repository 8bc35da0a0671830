import type { Content, Media } from '@songreel/sdk'
import { Button } from '../../parts/button.tsx'
import { type BoxProps, Field } from '../../parts/field.tsx'
import { listShapes } from '../../words/describe-content.ts'
import type { PlaygroundOrder } from './describe-request.ts'

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

type Props = {
  content: Content
  songs: Media[]
  order: PlaygroundOrder
  errors: Record<string, string>
  onChange(next: Partial<PlaygroundOrder>): void
}

const LONG_TEXT = 400
const COLOUR = /a-fA-F\]\{6\}/

/** The template's schema as a form; a field that is left empty is left out. */
export function SchemaForm({ content, songs, order, errors, onChange }: Props) {
  const { requiredData } = order
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = requiredData
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    onChange({ requiredData: isEmpty ? rest : { ...rest, [name]: value } })
  }
  return (
    <form class="schema" onSubmit={(event) => event.preventDefault()}>
      <Field label="Song">
        {(box) => (
          <select
            {...box}
            value={order.mediaId ?? ''}
            onChange={({ currentTarget }) => onChange({ mediaId: currentTarget.value || undefined })}
          >
            <option value="">The demo song</option>
            {songs.map(({ mediaId, name }) => (
              <option key={mediaId} value={mediaId}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Shape">
        {(box) => (
          <select
            {...box}
            value={order.shape}
            onChange={({ currentTarget }) => onChange({ shape: currentTarget.value })}
          >
            {listShapes(content).map((shape) => (
              <option key={shape}>{shape}</option>
            ))}
          </select>
        )}
      </Field>
      {Object.entries(listProperties(content)).map(([name, property]) => (
        <Field key={name} label={toLabel(name)} help={describe(property)} error={errors[name]}>
          {(box) => (
            <Box
              box={box}
              property={property}
              value={requiredData[name]}
              own={content.defaults[name]}
              onSet={(value) => set(name, value)}
            />
          )}
        </Field>
      ))}
    </form>
  )
}

type BoxOf = { box: BoxProps; property: Property; value: unknown; own: unknown; onSet(value: unknown): void }

/** The box that fits a property. */
function Box({ box, property, value, own, onSet }: BoxOf) {
  const text = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onSet(currentTarget.value)
  if (property.enum) {
    const standard = property.default ?? own
    return (
      <select {...box} value={text} onChange={onInput}>
        <option value="">{typeof standard === 'string' ? `As it is (${standard})` : 'As it is'}</option>
        {property.enum.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    )
  }
  if (COLOUR.test(property.pattern ?? ''))
    return (
      <div class="colour">
        <input {...box} type="color" value={text || '#888888'} onInput={onInput} />
        {text ? (
          <Button isSmall onPress={() => onSet('')}>
            Take it from the cover
          </Button>
        ) : (
          <span class="soft small">taken from the cover</span>
        )}
      </div>
    )
  if (property.type === 'number' || property.type === 'integer') {
    const { minimum, maximum } = property
    const onNumber = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onSet(currentTarget.value === '' ? '' : currentTarget.valueAsNumber)
    return (
      <input {...box} type="number" step="any" min={minimum} max={maximum} value={text} onInput={onNumber} />
    )
  }
  if (property.type === 'array') return <WordsBox box={box} text={text} onSet={onSet} />
  if ((property.maxLength ?? 0) > LONG_TEXT)
    return <textarea {...box} rows={2} maxLength={property.maxLength} value={text} onInput={onInput} />
  const type = property.format === 'date' ? 'date' : property.format === 'uri' ? 'url' : 'text'
  return <input {...box} type={type} maxLength={property.maxLength} value={text} onInput={onInput} />
}

/** Several words, with commas between them. */
function WordsBox({ box, text, onSet }: { box: BoxProps; text: string; onSet(value: string[]): void }) {
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const words = currentTarget.value.split(',').map((word) => word.trim())
    onSet(words.filter((word) => word !== ''))
  }
  return <input {...box} value={text} placeholder="with commas between them" onChange={onChange} />
}

function listProperties({ requiredDataSchema }: Content): Record<string, Property> {
  return (requiredDataSchema.properties ?? {}) as Record<string, Property>
}

function describe({ description, maxLength, minimum, maximum }: Property): string | undefined {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const length = maxLength && maxLength <= LONG_TEXT ? `At most ${maxLength} characters` : undefined
  return [description, range ?? length].filter(Boolean).join('. ') || undefined
}

/** customText becomes "Custom text", and linkUrl "Link URL". */
function toLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  const label = words.replace(/\b(url|cta)\b/g, (word) => word.toUpperCase())
  return label.charAt(0).toUpperCase() + label.slice(1)
}
