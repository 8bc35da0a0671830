import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { describeLayer, isGround, listKinds, nameKind, startLayer } from './layer-kinds.ts'
import {
  duplicateLayer,
  findSlot,
  getAt,
  insertLayer,
  type ListedLayer,
  type LookDraft,
  type LookLayer,
  listLayers,
  moveLayer,
  removeLayer,
  type Slot,
} from './look-draft.ts'
import type { LookSchema } from './look-schema.ts'
import type { LookFault } from './use-drawings.ts'

const MOST_LAYERS = 48

type Props = {
  look: LookDraft
  schema: LookSchema
  faults: LookFault[]
  chosen: string
  hidden: ReadonlySet<string>
  onChoose(path: string): void
  onHide(path: string): void
  /** A look with its layers in another order, and the path of the one that is looked at then. */
  onArrange(look: LookDraft, path: string): void
}

/** The layers of a look, the highest first; they are dragged, or moved by keys, and looked at one by one. */
export function LayerList(props: Props) {
  const { look } = props
  const { list, onArrange } = useFollowedFocus(props)
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<{ path: string; side: 'before' | 'after' }>()
  const listed = listLayers(look)
  const drop = () => {
    const result = dragged && over && moveLayer(look, dragged, toSlot(over.path, over.side))
    setDragged(undefined)
    setOver(undefined)
    if (result) onArrange(result.look, result.path)
  }
  return (
    <section class="look-layers" aria-label="Layers">
      <header class="row">
        <h2>Layers</h2>
        <span class="push">
          <AddLayer {...props} />
        </span>
      </header>
      <ul ref={list}>
        {listed.map((each) => (
          <LayerRow
            key={each.path}
            {...props}
            {...each}
            onArrange={onArrange}
            isDragged={dragged === each.path}
            side={over?.path === each.path ? over.side : undefined}
            onDragStart={() => setDragged(each.path)}
            onDragOver={(side) => dragged && setOver({ path: each.path, side })}
            onDrop={drop}
          />
        ))}
      </ul>
      {listed.length === 0 && <p class="soft small">No layers yet.</p>}
    </section>
  )
}

/** The focus goes with the layer that was moved by it; where one was removed, it goes to the one in its place, or to where the first one is added. */
function useFollowedFocus({ look, chosen, onArrange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<{ row: number; control: number }>()
  const listControls = (row: Element | null | undefined) => [...(row?.querySelectorAll('button') ?? [])]
  const findAt = ({ row, control }: { row: number; control: number }) => {
    const rows = [...(list.current?.children ?? [])]
    const moved = chosen && rows.find((each) => each.classList.contains('is-chosen'))
    if (moved) return listControls(moved)[control]
    return listControls(rows[Math.min(row, rows.length - 1)] ?? list.current?.parentElement)[0]
  }
  useLayoutEffect(() => {
    if (left.current) findAt(left.current)?.focus()
    left.current = undefined
  }, [look])
  return {
    list,
    onArrange(next: LookDraft, path: string) {
      const row = [...(list.current?.children ?? [])].findIndex((each) =>
        each.contains(document.activeElement),
      )
      const control = listControls(list.current?.children[row]).indexOf(
        document.activeElement as HTMLButtonElement,
      )
      if (control >= 0) left.current = { row, control }
      onArrange(next, path)
    },
  }
}

/** A row above or below another one, as a place in the look: there the lowest comes first, but in a stack the highest. */
function toSlot(path: string, side: 'before' | 'after'): Slot {
  const { list, index } = findSlot(path)
  const isFirst = list === 'layers' ? side === 'after' : side === 'before'
  return { list, index: isFirst ? index : index + 1 }
}

function AddLayer({ look, schema, chosen, onArrange }: Props) {
  const add = (kind: string) => {
    const layer = startLayer(kind, schema.kinds[kind], look)
    const { list, index } = chosen ? findSlot(chosen) : { list: 'layers', index: look.layers.length - 1 }
    const isInside = list !== 'layers' && !isGround(kind) && schema.kinds[kind]?.properties?.take
    const slot = isGround(kind)
      ? { list: 'layers', index: 0 }
      : isInside
        ? { list, index: index + 1 }
        : { list: 'layers', index: Number(/\d+/.exec(chosen)?.[0] ?? look.layers.length - 1) + 1 }
    const placed = insertLayer(look, slot, layer)
    onArrange(placed.look, placed.path)
  }
  return (
    <Menu
      label="Add…"
      aria-label="Add a layer"
      isSmall
      disabled={listLayers(look).length >= MOST_LAYERS}
      items={listKinds(schema.kinds, look).map((kind) => ({
        key: kind,
        label: nameKind(kind),
        onPick: () => add(kind),
      }))}
    />
  )
}

type RowProps = Props &
  ListedLayer & {
    isDragged: boolean
    side: 'before' | 'after' | undefined
    onDragStart(): void
    onDragOver(side: 'before' | 'after'): void
    onDrop(): void
  }

function LayerRow(props: RowProps) {
  const { path, layer, depth, chosen, hidden, faults, isDragged, side, onChoose } = props
  const row = useRef<HTMLLIElement>(null)
  const { name, note } = describeLayer(layer)
  const isFaulty = faults.some((fault) => fault.path === path || fault.path.startsWith(`${path}.`))
  const isHidden = hidden.has(path)
  const classes = [
    'look-row',
    chosen === path && 'is-chosen',
    isDragged && 'is-dragged',
    isHidden && 'is-hidden',
  ]
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    const { top = 0, height = 1 } = row.current?.getBoundingClientRect() ?? {}
    props.onDragOver(event.clientY < top + height / 2 ? 'before' : 'after')
  }
  return (
    <li
      ref={row}
      class={[...classes, side && `is-${side}`].filter(Boolean).join(' ')}
      style={{ '--depth': depth }}
      draggable
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', path)
        props.onDragStart()
      }}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      onDragEnd={props.onDrop}
    >
      <button
        type="button"
        class="look-name"
        aria-pressed={chosen === path}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={() => onChoose(path)}
        onKeyDown={(event) => onRowKey(event, props)}
      >
        <span class="clip">{name}</span>
        {note && <span class="soft small clip">{note}</span>}
        {isFaulty && <span class="look-fault">has a fault</span>}
      </button>
      <RowTools {...props} name={name} isHidden={isHidden} />
    </li>
  )
}

function onRowKey(event: KeyboardEvent, { look, path, onArrange }: RowProps): void {
  if (event.key === 'Delete') {
    event.preventDefault()
    onArrange(removeLayer(look, path), '')
    return
  }
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (step === 0) return
  event.preventDefault()
  if (event.altKey) {
    shift({ look, path, onArrange }, step)
    return
  }
  const rows = [...document.querySelectorAll<HTMLElement>('.look-name')]
  const at = rows.indexOf(event.currentTarget as HTMLElement)
  rows[at + step]?.focus()
}

/** One up or down in the list, among those beside it. */
function shift({ look, path, onArrange }: Pick<RowProps, 'look' | 'path' | 'onArrange'>, step: number): void {
  const { list, index } = findSlot(path)
  const towardsFirst = list === 'layers' ? step > 0 : step < 0
  const siblings = getAt(look, list) as LookLayer[]
  const index2 = towardsFirst ? index - 1 : index + 2
  if (index2 < 0 || index2 > siblings.length) return
  const moved = moveLayer(look, path, { list, index: index2 })
  if (moved) onArrange(moved.look, moved.path)
}

type ToolProps = RowProps & { name: string; isHidden: boolean }

function RowTools({ look, path, name, isHidden, onHide, onArrange }: ToolProps) {
  const copy = () => {
    const { look: next, path: at } = duplicateLayer(look, path)
    onArrange(next, at)
  }
  const tool = (label: string, word: string, onPress: () => void) => (
    <Button isSmall loudness="plain" title={label} aria-label={`${word}: ${name}`} onPress={onPress}>
      {word}
    </Button>
  )
  return (
    <span class="look-tools">
      {tool('Move up', 'Up', () => shift({ look, path, onArrange }, -1))}
      {tool('Move down', 'Down', () => shift({ look, path, onArrange }, 1))}
      {tool(isHidden ? 'Show' : 'Hide while editing', isHidden ? 'Show' : 'Hide', () => onHide(path))}
      {tool('Duplicate', 'Copy', copy)}
      {tool('Remove', 'Remove', () => onArrange(removeLayer(look, path), ''))}
    </span>
  )
}
