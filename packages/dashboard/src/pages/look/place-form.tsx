import { Field } from '../../components/field.tsx'
import { type BoxOf, LayerBox, MeasureBox, NumberBox } from './boxes.tsx'
import { Fault } from './fault.tsx'
import { listWords, type Schema, toLabel } from './look-schema.ts'
import { writeSides } from './place-by-drag.ts'

type Place = Record<string, unknown>
const SIZES = ['width', 'height', 'ratio', 'maxWidth', 'maxHeight']
const SIDES = ['top', 'end', 'bottom', 'start'] as const
const BESIDE = ['below', 'above', 'after', 'before']
const LABELS: Record<string, string> = { maxWidth: 'Widest', maxHeight: 'Highest', ratio: 'Width by height' }

type Props = Omit<BoxOf, 'label' | 'remark' | 'help' | 'error' | 'value' | 'onSet'> & {
  place: Place
  /** What is wrong, by the path inside of the place. */
  errorAt(path: string): string | undefined
  onChange(place: Place | undefined, what: string): void
}

/** Where a layer stands: in which room, at which anchor, how far from its sides, and how large. */
export function PlaceForm({ place, schema, look, ids, errorAt, onChange }: Props) {
  const { properties = {} } = schema
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = place
    const next = value === undefined ? rest : { ...place, [name]: value }
    onChange(Object.keys(next).length > 0 ? next : undefined, name)
  }
  const box = (name: string) => ({
    label: LABELS[name] ?? toLabel(name),
    error: errorAt(name),
    schema: properties[name] ?? {},
    value: place[name],
    look,
    ids,
    onSet: (value: unknown) => set(name, value),
  })
  return (
    <div class="look-place">
      <AnchorGrid
        label="Anchor"
        value={place.anchor}
        schema={properties.anchor ?? {}}
        error={errorAt('anchor')}
        onSet={(value) => set('anchor', value)}
      />
      <div class="look-grid">
        <RoomBox ids={ids} place={place} error={errorAt('of')} onSet={(value) => set('of', value)} />
        {SIZES.map((name) =>
          name === 'ratio' ? (
            <NumberBox key={name} {...box(name)} help="Such as 1" />
          ) : (
            <MeasureBox key={name} {...box(name)} />
          ),
        )}
      </div>
      <Insets inset={place.inset} error={errorAt('inset')} onSet={(value) => set('inset', value)} />
      <div class="look-grid">
        {BESIDE.map((name) => (
          <LayerBox key={name} {...box(name)} help={undefined} />
        ))}
        <NumberBox {...box('gap')} help={undefined} />
      </div>
    </div>
  )
}

type RoomProps = { ids: string[]; place: Place; error: string | undefined; onSet(value: unknown): void }

function RoomBox({ ids, place, error, onSet }: RoomProps) {
  return (
    <Field label="Inside of" error={error}>
      {(box) => (
        <select
          {...box}
          value={String(place.of ?? 'SAFE')}
          onChange={({ currentTarget: { value } }) => onSet(value === 'SAFE' ? undefined : value)}
        >
          <option value="SAFE">Safe area</option>
          <option value="FRAME">Whole frame</option>
          {ids.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

type AnchorProps = {
  label: string
  value: unknown
  schema: Schema
  error: string | undefined
  remark?: string | undefined
  onSet(value: unknown): void
}

/** Nine places of a room, as they lie in it. */
export function AnchorGrid({ label, value, schema, error, remark, onSet }: AnchorProps) {
  const chosen = value ?? 'CENTER'
  const free = typeof value === 'object' && value !== null ? (value as { x: number; y: number }) : undefined
  return (
    <fieldset class="look-anchor">
      <legend>
        {label} {remark && <span class="soft small">{remark}</span>}
      </legend>
      <div class="row">
        <div class="look-anchors">
          {listWords(schema).map((name) => (
            <label key={name} title={toLabel(name)}>
              <input
                type="radio"
                name={label}
                aria-label={toLabel(name)}
                checked={chosen === name}
                onChange={() => onSet(name)}
              />
            </label>
          ))}
        </div>
        <span class="soft small">
          {free
            ? `${Math.round(free.x * 100)} % across, ${Math.round(free.y * 100)} % down`
            : toLabel(String(chosen))}
        </span>
      </div>
      <Fault error={error} />
    </fieldset>
  )
}

type InsetProps = { inset: unknown; error: string | undefined; onSet(value: unknown): void }

/** The distance to each side of the room. */
function Insets({ inset, error, onSet }: InsetProps) {
  const all = typeof inset === 'number' ? inset : 0
  const given = typeof inset === 'object' && inset !== null ? inset : {}
  const sides = { start: all, end: all, top: all, bottom: all, ...given }
  return (
    <fieldset class="look-many">
      <legend>Distance to the sides</legend>
      <div class="look-insets">
        {SIDES.map((side) => (
          <label key={side}>
            <span class="soft small">{toLabel(side)}</span>
            <input
              type="number"
              step="any"
              aria-label={`Distance: ${side}`}
              aria-invalid={error !== undefined}
              value={sides[side]}
              onInput={({ currentTarget }) =>
                onSet(writeSides({ ...sides, [side]: currentTarget.valueAsNumber || 0 }))
              }
            />
          </label>
        ))}
      </div>
      <Fault error={error} />
    </fieldset>
  )
}
