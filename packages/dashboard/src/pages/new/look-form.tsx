import type { Content } from '@songreel/sdk'
import { Button } from '../../parts/button.tsx'
import { type BoxProps, Field } from '../../parts/field.tsx'
import type { Look } from './draft.ts'
import { listProperties, type Property } from './start-data.ts'

/** Short texts get one line. */
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

type Props = { content: Content; look: Look; onChange(data: Look['requiredData']): void }

/** The data of a look as a form; what is left empty is left out. */
export function LookForm({ content, look, onChange }: Props) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = look.requiredData
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const properties = listProperties(content).filter(([, { type }]) => type !== 'array' && type !== 'object')
  return (
    <div class="look-form">
      {properties
        .filter(([name]) => name !== 'lyrics')
        .sort(([a], [b]) => rank(a) - rank(b))
        .map(([name, property]) => (
          <Field key={name} label={LABELS[name] ?? toLabel(name)} help={property.description}>
            {(box) => (
              <Box
                box={box}
                property={property}
                value={look.requiredData[name]}
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
    </div>
  )
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length
}

type BoxOf = {
  box: BoxProps
  property: Property
  value: unknown
  usual: unknown
  onSet(value: unknown): void
}

function Box({ box, property, value, usual, onSet }: BoxOf) {
  const text = value === undefined ? '' : String(value)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onSet(currentTarget.value)
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
  if (COLOUR.test(property.pattern ?? ''))
    return (
      <div class="row">
        <input {...box} type="color" value={text || '#888888'} onInput={onInput} />
        {text ? (
          <Button isSmall onPress={() => onSet('')}>
            Take it from the cover
          </Button>
        ) : (
          <span class="soft small">from the cover</span>
        )}
      </div>
    )
  if (property.type === 'number' || property.type === 'integer')
    return (
      <input
        {...box}
        type="number"
        step="any"
        min={property.minimum}
        max={property.maximum}
        value={text}
        onInput={({ currentTarget }) => onSet(currentTarget.value === '' ? '' : currentTarget.valueAsNumber)}
      />
    )
  const type = property.format === 'date' ? 'date' : property.format === 'uri' ? 'url' : 'text'
  const maxLength = Math.min(property.maxLength ?? LONG_TEXT, LONG_TEXT)
  return <input {...box} type={type} maxLength={maxLength} value={text} onInput={onInput} />
}

/** barStyle becomes "Bar style". */
function toLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toWord(constant: string): string {
  return constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll('_', ' ')
}
