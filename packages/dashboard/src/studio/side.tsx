import { Field } from '../components/field.tsx'
import { SchemaForm } from '../components/schema-form.tsx'
import { redraw, redrawAll } from './drawing.ts'
import { background, data, findFieldFault, LARGE, QUALITIES, quality, template } from './studio-state.ts'

/** What the template says of itself, and its fields. */
export function Side() {
  const wrong = findFieldFault()
  return (
    <aside class="stack">
      <p class="soft">{template.value?.description}</p>
      <QualityChoice />
      <BackgroundChoice />
      {template.value && data.value && (
        <SchemaForm
          isExact
          name="Fields of the template"
          properties={listProperties(template.value.schema)}
          data={data.value}
          errors={wrong ? { [wrong.name]: wrong.message } : {}}
          onChange={(next) => {
            data.value = next
            redrawAll()
          }}
        />
      )}
    </aside>
  )
}

function QualityChoice() {
  return (
    <fieldset class="studio-quality">
      <legend>Large picture</legend>
      {Object.entries(QUALITIES).map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="quality"
            checked={quality.value === value}
            onChange={() => {
              quality.value = value as keyof typeof QUALITIES
              redraw(LARGE)
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

const BACKGROUNDS: Record<string, string> = {
  COVER: 'The cover',
  VIDEOS: 'The videos of the song',
  ARTIST: 'The photo of the artist',
}

/** What lies behind a template that takes more than the cover. */
function BackgroundChoice() {
  const { backgrounds = [] } = template.value ?? {}
  if (backgrounds.length < 2) return null
  return (
    <Field label="Behind it">
      {(box) => (
        <select
          {...box}
          value={background.value}
          onChange={({ currentTarget }) => {
            background.value = currentTarget.value
            redrawAll()
          }}
        >
          {backgrounds.map((name) => (
            <option key={name} value={name}>
              {BACKGROUNDS[name] ?? name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function listProperties({ properties = {}, required = [] }: NonNullable<typeof template.value>['schema']) {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    property,
    isRequired: required.includes(name),
  }))
}
