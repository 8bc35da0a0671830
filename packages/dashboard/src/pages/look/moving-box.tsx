import { useId } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { type BoxOf, RemoveButton } from './boxes.tsx'
import { Fault } from './fault.tsx'
import { findBounds, listOptions, type Schema, toLabel } from './look-schema.ts'

type Move = { signal: string; by: number; [name: string]: unknown }
type Moving = { rest: number; with: Move[]; least?: number; most?: number }

/** What each signal takes besides its strength and its easing. */
const EXTRAS: Record<string, string[]> = {
  ENTRANCE: ['order'],
  DRIFT: ['secs', 'turn'],
  ROUND: ['bars', 'turn'],
}
const EXTRA_STARTS: Record<string, number> = { order: 0, secs: 8, turn: 0, bars: 4 }
/** These go both ways. */
const SIGNED = new Set(['DRIFT', 'ROUND', 'SWAY'])

/** A number that stands still, is a field of the look, or follows the music. */
export function MovingBox({ label, remark, error, value, schema, look, onSet }: BoxOf) {
  const id = useId()
  const { min = 0, max = 1 } = findBounds(schema)
  const fields = Object.entries(look.fields ?? {}).filter(([, field]) => field.type === 'NUMBER')
  const { field } = (typeof value === 'object' && value !== null ? value : {}) as { field?: string }
  const moving = readMoving(value)
  const usual = Math.max(min, Math.min(max, 1))
  const setMoves = (moves: Move[]) => {
    const { rest, least, most } = moving ?? { rest: typeof value === 'number' ? value : usual }
    const bounds = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
    onSet(moves.length > 0 ? { rest, with: moves, ...bounds } : rest)
  }
  const addMove = () =>
    setMoves([
      ...(moving?.with ?? []),
      { signal: 'BEAT', by: roundBy((max - min) / 20), easing: 'CUBIC_OUT' },
    ])
  const setRest = (rest: number | undefined) => onSet(moving ? { ...moving, rest: rest ?? usual } : rest)
  return (
    <fieldset class="look-moving">
      <legend>
        {label} {remark && <span class="soft small">{remark}</span>}
      </legend>
      <div class="look-line">
        <input
          type="number"
          step="any"
          {...{ min, max }}
          aria-label={`${label}, at rest`}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          placeholder="As usual"
          disabled={field !== undefined}
          value={moving?.rest ?? (typeof value === 'number' ? value : '')}
          onInput={({ currentTarget }) =>
            setRest(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
        {fields.length > 0 && (
          <select
            aria-label={`${label} from a field`}
            value={field ?? ''}
            onChange={({ currentTarget }) =>
              onSet(currentTarget.value ? { field: currentTarget.value } : undefined)
            }
          >
            <option value="">Fixed</option>
            {fields.map(([name]) => (
              <option key={name} value={name}>
                Field: {toLabel(name)}
              </option>
            ))}
          </select>
        )}
        <Button isSmall disabled={field !== undefined || (moving?.with.length ?? 0) >= 6} onPress={addMove}>
          Add motion
        </Button>
      </div>
      {moving?.with.map((move, index) => (
        <MoveRow
          key={index}
          name={`${label}, motion ${index + 1}`}
          rest={moving.rest}
          move={move}
          schema={findMoveSchema(schema)}
          onSet={(next) => setMoves(next ? moving.with.with(index, next) : moving.with.toSpliced(index, 1))}
        />
      ))}
      <Fault id={`${id}-note`} error={error} />
    </fieldset>
  )
}

function readMoving(value: unknown): Moving | undefined {
  const { rest, with: moves } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Moving>
  return typeof rest === 'number' && Array.isArray(moves) ? (value as Moving) : undefined
}

function findMoveSchema(schema: Schema): Record<string, Schema> {
  const moving = listOptions(schema).find(({ properties }) => properties?.rest)
  return moving?.properties?.with?.items?.properties ?? {}
}

type RowProps = {
  name: string
  rest: number
  move: Move
  schema: Record<string, Schema>
  onSet(move: Move | undefined): void
}

/** One signal: which, how far it takes the number, and how it is bent. */
function MoveRow({ name, rest, move, schema, onSet }: RowProps) {
  const { signal, by } = move
  const reach = SIGNED.has(signal)
    ? `${roundBy(rest - by)} to ${roundBy(rest + by)}`
    : `${rest} to ${roundBy(rest + by)}`
  const choose = (next: string) => {
    const { order: _, secs: __, turn: ___, bars: ____, ...kept } = move
    const extras = (EXTRAS[next] ?? []).map((extra) => [extra, EXTRA_STARTS[extra]])
    onSet({ ...kept, signal: next, ...Object.fromEntries(extras) })
  }
  const select = (key: 'signal' | 'easing', words: string[], onChoose: (word: string) => void) => (
    <select
      aria-label={`${name}: ${key}`}
      value={String(move[key] ?? '')}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {key === 'easing' && <option value="">Linear</option>}
      {words
        .filter((word) => word !== 'LINEAR')
        .map((word) => (
          <option key={word} value={word}>
            {toLabel(word)}
          </option>
        ))}
    </select>
  )
  return (
    <div class="look-move">
      {select('signal', schema.signal?.enum ?? [], choose)}
      <label>
        <span class="soft small">adds</span>
        <input
          type="number"
          step="any"
          aria-label={`${name}: adds`}
          value={by}
          onInput={({ currentTarget }) => onSet({ ...move, by: currentTarget.valueAsNumber || 0 })}
        />
      </label>
      {select('easing', schema.easing?.enum ?? [], (easing) =>
        onSet({ ...move, easing: easing || undefined }),
      )}
      {(EXTRAS[signal] ?? []).map((extra) => (
        <label key={extra}>
          <span class="soft small">{extra}</span>
          <input
            type="number"
            step="any"
            aria-label={`${name}: ${extra}`}
            value={Number(move[extra] ?? '')}
            onInput={({ currentTarget }) => onSet({ ...move, [extra]: currentTarget.valueAsNumber || 0 })}
          />
        </label>
      ))}
      <output class="soft small">{reach}</output>
      <RemoveButton what={name} onPress={() => onSet(undefined)} />
    </div>
  )
}

/** As many digits as people read. */
function roundBy(value: number): number {
  return Math.round(value * 1000) / 1000
}
