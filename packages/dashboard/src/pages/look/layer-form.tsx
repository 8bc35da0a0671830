import type { ComponentChildren } from 'preact'
import { Field } from '../../components/field.tsx'
import { nameKind } from './layer-kinds.ts'
import {
  getAt,
  type LookDraft,
  type LookLayer,
  listAnimations,
  listIds,
  renameLayer,
  setAt,
} from './look-draft.ts'
import { chooseBox, type LookSchema, type Schema, toLabel } from './look-schema.ts'
import { PlaceForm } from './place-form.tsx'
import { PropertyBox } from './property-box.tsx'
import type { LookFault } from './use-drawings.ts'

/** Shapes of frames, as the language names them. */
const SHAPE_NAMES = { TALL: '9x16', PORTRAIT: '4x5', SQUARE: '1x1', WIDE: '16x9' } as const

type Props = {
  look: LookDraft
  path: string
  schema: LookSchema
  faults: LookFault[]
  /** In which shape changes hold; empty for all. */
  shape: string
  /** Why it is not seen, although it is there. */
  absence: string | undefined
  onShape(shape: string): void
  onChange(next: (look: LookDraft) => LookDraft, what: string): void
}

/** What the list of layers says, and what a stack alone asks for. */
const ELSEWHERE = new Set(['kind', 'id', 'in', 'children', 'place', 'shapes', 'if'])
/** These count inside of a stack only. */
const IN_STACK = new Set(['take', 'cross', 'gap'])

/** All that can be said of one layer, made from its schema. */
export function LayerForm(props: Props) {
  const { look, path, schema, shape, absence, onShape } = props
  const layer = getAt(look, path) as LookLayer | undefined
  const properties = schema.kinds[layer?.kind ?? '']?.properties
  if (!layer || !properties) return <p class="soft">Choose a layer in the list.</p>
  const isInStack = path.includes('.children[')
  const others = Object.entries(properties).filter(
    ([name]) => !ELSEWHERE.has(name) && (isInStack || !IN_STACK.has(name)),
  )
  const isMoving = ([, property]: [string, Schema]) => ['moving', 'anchor'].includes(chooseBox(property))
  const still = others.filter((each) => !isMoving(each))
  const moving = others.filter(isMoving)
  return (
    <form
      class="look-form"
      aria-label={`${nameKind(layer.kind)}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <ScopeBox shape={shape} layer={layer} onShape={onShape} />
      {absence && (
        <p class="soft small" role="status">
          {absence}
        </p>
      )}
      {still.length > 0 && (
        <Group title="What it shows" isOpen>
          <div class="look-grid">
            {still.map(([name, property]) => (
              <LayerProperty key={name} {...props} {...{ layer, name, property }} />
            ))}
          </div>
        </Group>
      )}
      {properties.place && !isInStack && (
        <Group title="Place" isOpen>
          <LayerPlace {...props} layer={layer} property={properties.place} />
        </Group>
      )}
      {moving.length > 0 && (
        <Group title="Motion" isOpen={moving.some(([name]) => layer[name] !== undefined)}>
          {moving.map(([name, property]) => (
            <LayerProperty key={name} {...props} {...{ layer, name, property }} />
          ))}
        </Group>
      )}
      <Group title="Name and conditions">
        <NameBox {...props} layer={layer} />
        {['shapes', 'if'].map((name) => (
          <LayerProperty
            key={name}
            {...props}
            shape=""
            {...{ layer, name, property: properties[name] ?? {} }}
          />
        ))}
      </Group>
    </form>
  )
}

function Group({
  title,
  isOpen,
  children,
}: {
  title: string
  isOpen?: boolean
  children: ComponentChildren
}) {
  return (
    <details class="look-group" open={isOpen}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}

type OfLayer = Props & { layer: LookLayer; property: Schema }

/** Where a change goes: to the layer, or to what is another in one shape. */
function pathOf(path: string, name: string, shape: string): string {
  return shape ? `${path}.in.${shape}.${name}` : `${path}.${name}`
}

function LayerProperty({
  look,
  path,
  faults,
  shape,
  layer,
  name,
  property,
  onChange,
}: OfLayer & { name: string }) {
  const own = shape ? layer.in?.[shape]?.[name] : undefined
  const target = pathOf(path, name, shape)
  return (
    <PropertyBox
      label={LABELS[name] ?? toLabel(name)}
      remark={own === undefined ? undefined : `only in ${toLabel(shape)}`}
      help={chooseBox(property) === 'group' ? undefined : toSentence(property.description)}
      schema={property}
      value={own ?? layer[name]}
      look={look}
      ids={name === 'animation' ? listAnimations(look) : listIds(look).filter((id) => id !== layer.id)}
      errorAt={(inner) => findError(faults, [target, `${path}.${name}`], inner)}
      onSet={(value) => onChange((before) => setAt(before, target, value), target)}
    />
  )
}

/** The schema says it in a clause. */
function toSentence(description: string | undefined): string | undefined {
  if (!description) return undefined
  const sentence = description.charAt(0).toUpperCase() + description.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

const LABELS: Record<string, string> = {
  text: 'Says',
  source: 'Shows',
  otherwise: 'The cover, if there is none',
  if: 'Only if',
  grows: 'Grows around',
  shapes: 'Only in these shapes',
  x: 'Shift across',
  y: 'Shift down',
}

function LayerPlace({ look, path, faults, shape, layer, property, onChange }: OfLayer) {
  const own = shape ? layer.in?.[shape]?.place : undefined
  const target = pathOf(path, 'place', shape)
  return (
    <>
      {own !== undefined && <p class="soft small">Another place, only in {toLabel(shape)}.</p>}
      <PlaceForm
        place={(own ?? layer.place ?? {}) as Record<string, unknown>}
        schema={property}
        look={look}
        ids={listIds(look).filter((id) => id !== layer.id)}
        errorAt={(inner) => findError(faults, [target, `${path}.place`], inner)}
        onChange={(place, what) => onChange((before) => setAt(before, target, place), `${target}.${what}`)}
      />
    </>
  )
}

/** The first fault at a property, or inside of it where no box of its own shows it. */
export function findError(
  faults: readonly LookFault[],
  targets: string[],
  inner: string,
): string | undefined {
  for (const target of targets) {
    const path = inner ? `${target}.${inner}` : target
    const found = faults.find((fault) => fault.path === path || isInside(fault.path, path))
    if (found) return found.message
  }
  return undefined
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}

function ScopeBox({
  shape,
  layer,
  onShape,
}: {
  shape: string
  layer: LookLayer
  onShape(shape: string): void
}) {
  return (
    <Field label="Changes hold in">
      {(box) => (
        <select {...box} value={shape} onChange={({ currentTarget }) => onShape(currentTarget.value)}>
          <option value="">Every shape</option>
          {Object.entries(SHAPE_NAMES).map(([name, ratio]) => (
            <option key={name} value={name}>
              {toLabel(name)} ({ratio}) only{layer.in?.[name] ? ', has its own' : ''}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function NameBox({ look, path, faults, layer, onChange }: Props & { layer: LookLayer }) {
  const isTaken = listIds(look).filter((id) => id === layer.id).length > 1
  const error =
    findError(faults, [`${path}.id`], '') ?? (isTaken ? 'Another layer has this name.' : undefined)
  return (
    <Field label="Name" help="For other layers to stand beside it" error={error}>
      {(box) => (
        <input
          {...box}
          autocomplete="off"
          value={layer.id ?? ''}
          placeholder="such as title"
          onChange={({ currentTarget: { value } }) =>
            onChange((before) => renameLayer(before, path, value.trim() || undefined), `${path}.id`)
          }
        />
      )}
    </Field>
  )
}
