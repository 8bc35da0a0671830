import { Field } from '../../components/field.tsx'
import {
  type BoxOf,
  ChoiceBox,
  JsonBox,
  LayerBox,
  ListBox,
  ManyBox,
  MeasureBox,
  NumberBox,
  SwitchBox,
  TextBox,
} from './boxes.tsx'
import { ColourBox, ColoursBox } from './colour-box.tsx'
import { Fault } from './fault.tsx'
import { chooseBox, listWords, type Schema, toLabel } from './look-schema.ts'
import { MovingBox } from './moving-box.tsx'
import { AnchorGrid } from './place-form.tsx'
import { WordsBox } from './words-box.tsx'

type Props = BoxOf & {
  /** What is wrong, by the path inside of this property; its own is ''. */
  errorAt(path: string): string | undefined
}

/** The box of any property, as its schema asks for it. */
export function PropertyBox({ errorAt, ...props }: Props) {
  const box = { ...props, error: errorAt('') }
  switch (chooseBox(props.schema)) {
    case 'choice':
      return <ChoiceBox {...box} />
    case 'number':
      return <NumberBox {...box} />
    case 'measure':
      return <MeasureBox {...box} />
    case 'text':
      return <TextBox {...box} />
    case 'switch':
      return <SwitchBox {...box} />
    case 'colour':
      return <ColourBox {...box} />
    case 'colours':
      return <ColoursBox {...box} />
    case 'moving':
      return <MovingBox {...box} />
    case 'words':
      return <WordsBox {...box} />
    case 'anchor':
      return <AnchorGrid {...box} />
    case 'layer':
      return <LayerBox {...box} />
    default:
      return <OtherBox {...box} errorAt={errorAt} />
  }
}

function OtherBox({ errorAt, ...box }: Props) {
  switch (chooseBox(box.schema)) {
    case 'layers':
      return <ManyBox {...box} options={box.ids} />
    case 'choices':
      return <ManyBox {...box} options={box.schema.items?.enum ?? []} />
    case 'list':
      return <ListBox {...box} />
    case 'fieldChoice':
      return <FieldChoice {...box} />
    case 'group':
      return <GroupBox {...box} errorAt={errorAt} />
    default:
      return <JsonBox {...box} />
  }
}

/** A word, or what a field of the look says. */
function FieldChoice({ schema, value, look, onSet, ids: _, ...field }: BoxOf) {
  const fields = Object.entries(look.fields ?? {}).filter(([, each]) => each.type === 'CHOICE')
  const { field: bound } = (typeof value === 'object' && value !== null ? value : {}) as { field?: string }
  return (
    <Field {...field}>
      {(box) => (
        <select
          {...box}
          value={bound === undefined ? String(value ?? '') : `field:${bound}`}
          onChange={({ currentTarget: { value: next } }) =>
            onSet(next.startsWith('field:') ? { field: next.slice('field:'.length) } : next || undefined)
          }
        >
          <option value="">As usual</option>
          {listWords(schema).map((word) => (
            <option key={word} value={word}>
              {toLabel(word)}
            </option>
          ))}
          {fields.map(([name]) => (
            <option key={name} value={`field:${name}`}>
              Field: {toLabel(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Several properties that belong together. */
function GroupBox({ label, schema, value, errorAt, onSet, ...rest }: Props) {
  const group = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = group
    const changed = next === undefined ? others : { ...group, [name]: next }
    onSet(Object.keys(changed).length > 0 ? changed : undefined)
  }
  const error = errorAt('')
  return (
    <fieldset class="look-many look-wide">
      <legend>{label}</legend>
      <div class="look-grid">
        {Object.entries(schema.properties ?? {}).map(([name, property]: [string, Schema]) => (
          <PropertyBox
            key={name}
            {...rest}
            label={toLabel(name)}
            schema={property}
            value={group[name]}
            errorAt={(path) => errorAt(path ? `${name}.${path}` : name)}
            onSet={(next) => set(name, next)}
          />
        ))}
      </div>
      <Fault error={error} />
    </fieldset>
  )
}
