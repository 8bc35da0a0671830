/** A layer as it is written; which properties it has follows from its kind, and the schema knows them. */
export type LookLayer = {
  kind: string
  id?: string
  children?: LookLayer[]
  in?: Record<string, Record<string, unknown>>
  [name: string]: unknown
}

/** A field of the look's own. */
export type LookField = { type: string; default?: unknown; options?: string[]; [name: string]: unknown }

/** A look while it is written: it may have faults, but it has layers. */
export type LookDraft = {
  title?: string
  layers: LookLayer[]
  fields?: Record<string, LookField>
  [name: string]: unknown
}

/** What is edited: a look that is stored already, or a new one. */
export type Edited = { look: LookDraft; contentId?: string; version?: number; tag?: string | undefined }

/** Where a layer may be put: a list of layers, and a place in it. */
export type Slot = { list: string; index: number }

/** `layers[2].children[0]` as steps. */
function readPath(path: string): (string | number)[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** What stands at a path; undefined where there is nothing. */
export function getAt(value: unknown, path: string): unknown {
  let found = value
  for (const step of readPath(path)) found = (found as Record<string | number, unknown> | undefined)?.[step]
  return found
}

/** The same with another value at a path; `undefined` takes it away, and objects that are empty then, too. */
export function setAt<Value>(value: Value, path: string, next: unknown): Value {
  return write(value, readPath(path), next) as Value
}

function write(value: unknown, [step, ...rest]: (string | number)[], next: unknown): unknown {
  if (step === undefined) return next
  if (typeof step === 'number') {
    const list = [...((value as unknown[] | undefined) ?? [])]
    list[step] = write(list[step], rest, next)
    return list
  }
  const { [step]: before, ...others } = (value ?? {}) as Record<string, unknown>
  const inner = write(before, rest, next)
  const isGone = inner === undefined || (rest.length > 0 && isEmptyObject(inner))
  if (isGone) return others
  // What was there keeps its place, so that the JSON reads as before.
  return before === undefined ? { ...others, [step]: inner } : { ...(value as object), [step]: inner }
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}

/** A layer with its path, and how many stacks it is in. */
export type ListedLayer = { path: string; layer: LookLayer; depth: number }

/** All layers as people read them: the highest first, and what is in a stack from its top down. */
export function listLayers({ layers }: LookDraft): ListedLayer[] {
  const list = (layer: LookLayer, path: string, depth: number): ListedLayer[] => [
    { path, layer, depth },
    ...(layer.children ?? []).flatMap((child, index) => list(child, `${path}.children[${index}]`, depth + 1)),
  ]
  return layers
    .map((layer, index) => list(layer, `layers[${index}]`, 0))
    .reverse()
    .flat()
}

/** Where a layer is. */
export function findSlot(path: string): Slot {
  const [, list = 'layers', index = '0'] = /^(.*)\[(\d+)\]$/.exec(path) ?? []
  return { list, index: Number(index) }
}

function layersAt(look: LookDraft, list: string): LookLayer[] {
  return (getAt(look, list) as LookLayer[] | undefined) ?? []
}

/** Puts a layer somewhere; says where it is then. */
export function insertLayer(
  look: LookDraft,
  { list, index }: Slot,
  layer: LookLayer,
): { look: LookDraft; path: string } {
  const layers = layersAt(look, list)
  const at = Math.max(0, Math.min(layers.length, index))
  return { look: setAt(look, list, layers.toSpliced(at, 0, layer)), path: `${list}[${at}]` }
}

/** Takes a layer away. The last of a stack takes the stack with it. */
export function removeLayer(look: LookDraft, path: string): LookDraft {
  const { list, index } = findSlot(path)
  const rest = layersAt(look, list).toSpliced(index, 1)
  if (rest.length > 0 || list === 'layers') return setAt(look, list, rest)
  return removeLayer(look, list.replace(/\.children$/, ''))
}

/** A second one like it, above it. Names stay unique. */
export function duplicateLayer(look: LookDraft, path: string): { look: LookDraft; path: string } {
  const { list, index } = findSlot(path)
  const copy = renameInside(getAt(look, path) as LookLayer, new Set(listIds(look)))
  return insertLayer(look, { list, index: index + 1 }, copy)
}

function renameInside(layer: LookLayer, taken: Set<string>): LookLayer {
  const { id, children } = layer
  const fresh = id === undefined ? undefined : findFreeName(id, taken)
  if (fresh) taken.add(fresh)
  return {
    ...layer,
    ...(fresh && { id: fresh }),
    ...(children && { children: children.map((child) => renameInside(child, taken)) }),
  }
}

/** The name itself, or with the first number that is free. */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/\d+$/, '') || name
  for (let number = 2; taken.has(name); number++) name = `${stem}${number}`
  return name
}

/** Puts a layer elsewhere; undefined where it can not be, as inside of itself. */
export function moveLayer(
  look: LookDraft,
  path: string,
  to: Slot,
): { look: LookDraft; path: string } | undefined {
  if (to.list.startsWith(`${path}.`)) return undefined
  const from = findSlot(path)
  const layer = getAt(look, path) as LookLayer
  const isSame = from.list === to.list
  const siblings = layersAt(look, from.list)
  if (!isSame && siblings.length === 1) return undefined
  if (isSame) {
    const index = to.index > from.index ? to.index - 1 : to.index
    if (index === from.index || index < 0 || index >= siblings.length) return undefined
    const moved = siblings.toSpliced(from.index, 1).toSpliced(index, 0, layer)
    return { look: setAt(look, from.list, moved), path: `${from.list}[${index}]` }
  }
  const placed = insertLayer(look, to, layer)
  // Whatever stood behind the new place in its own list is one further now.
  const old = placed.path.startsWith(`${from.list}[`) ? path : shiftPath(path, to)
  const rest = removeLayer(placed.look, old)
  return { look: rest, path: afterRemoval(placed.path, from) }
}

function shiftPath(path: string, { list, index }: Slot): string {
  const [, at, rest] = path.startsWith(`${list}[`)
    ? (/^\[(\d+)\](.*)$/.exec(path.slice(list.length)) ?? [])
    : []
  if (at === undefined) return path
  return `${list}[${Number(at) >= index ? Number(at) + 1 : at}]${rest}`
}

function afterRemoval(path: string, { list, index }: Slot): string {
  const [, at, rest] = path.startsWith(`${list}[`)
    ? (/^\[(\d+)\](.*)$/.exec(path.slice(list.length)) ?? [])
    : []
  if (at === undefined) return path
  return `${list}[${Number(at) > index ? Number(at) - 1 : at}]${rest}`
}

/** The names that layers have. */
export function listIds(look: LookDraft): string[] {
  return listLayers(look).flatMap(({ layer }) => layer.id ?? [])
}

/** The names that its animations have. */
export function listAnimations({ animations }: LookDraft): string[] {
  return typeof animations === 'object' && animations !== null ? Object.keys(animations) : []
}

const POINTERS = new Set(['of', 'below', 'above', 'after', 'before', 'around'])

/** Gives a layer another name, also where others point at it. */
export function renameLayer(look: LookDraft, path: string, id: string | undefined): LookDraft {
  const { id: before } = getAt(look, path) as LookLayer
  const renamed = setAt(look, `${path}.id`, id)
  if (before === undefined || id === undefined) return renamed
  const follow = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value))
      return value.map((each) => (key === 'quiet' && each === before ? id : follow(each)))
    if (typeof value !== 'object' || value === null) return POINTERS.has(key) && value === before ? id : value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, follow(inner, name)]))
  }
  return { ...renamed, layers: follow(renamed.layers) as LookLayer[] }
}
