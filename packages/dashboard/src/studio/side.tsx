import { SchemaForm } from '../components/schema-form.tsx'
import { redraw, redrawAll } from './drawing.ts'
import { data, findFieldFault, LARGE, QUALITIES, quality, template } from './studio-state.ts'

/** What the template says of itself, and its fields. */
export function Side() {
  const wrong = findFieldFault()
  return (
    <aside class="stack">
      <p class="soft">{template.value?.description}</p>
      <QualityChoice />
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

function listProperties({ properties = {}, required = [] }: NonNullable<typeof template.value>['schema']) {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    property,
    isRequired: required.includes(name),
  }))
}
