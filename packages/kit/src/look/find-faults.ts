import { commonData } from '../template.ts'
import { findAnimationFaults } from './find-animation-faults.ts'
import type { LookLayer } from './layer-schemas.ts'
import { LOOK_LIMITS } from './limits.ts'
import type { LookFault } from './look-fault.ts'
import type { Look, LookField } from './look-schema.ts'
import { SHAPES, type ShapeName } from './values.ts'

/** Layers that fill the frame. */
const UNPLACED = new Set<string>(['fill', 'backdrop', 'silk', 'sound-rings', 'particles', 'ridges', 'grain'])

/** A layer with its place in the JSON, and whether it lies in a stack. */
type Found = { layer: LookLayer; path: string; depth: number; isChild: boolean; owner: string | undefined }

/** What a schema can't say: names that point nowhere, circles, and layers in the wrong place. */
export function findFaults(look: Look): LookFault[] {
  const found = listLayers(look.layers)
  return [
    ...checkFields(look),
    ...checkCounts(found),
    ...checkIds(found),
    ...checkReferences(found),
    ...checkFieldUses(look, found),
    ...checkNeeds(look, found),
    ...found.flatMap(checkPlace),
    ...checkCircles(found),
    ...findAnimationFaults(look, found),
  ]
}

/** All layers with those inside of stacks; `owner` is the id by which a circle through a stack is found. */
function listLayers(layers: readonly LookLayer[], base = 'layers', depth = 0, owner?: string): Found[] {
  return layers.flatMap((layer, index) => {
    const path = `${base}[${index}]`
    const own: Found = { layer, path, depth, isChild: depth > 0, owner }
    if (layer.kind !== 'stack') return [own]
    return [own, ...listLayers(layer.children, `${path}.children`, depth + 1, owner ?? path)]
  })
}

function checkFields({ fields = {}, example = {} }: Look): LookFault[] {
  const names = Object.keys(fields)
  const faults: LookFault[] = []
  if (names.length > LOOK_LIMITS.fields)
    faults.push({
      path: 'fields',
      message: `There are ${names.length} fields.`,
      advice: `At most ${LOOK_LIMITS.fields}.`,
    })
  for (const [name, field] of Object.entries(fields)) {
    const path = `fields.${name}`
    const isTaken = name in commonData.shape || name in Object.prototype
    if (isTaken)
      faults.push({ path, message: `Every template has ${name} already.`, advice: 'Choose another name.' })
    const reason = checkDefault(field)
    if (reason) faults.push({ path: `${path}.default`, message: reason, advice: 'Change it or the bounds.' })
  }
  for (const name of Object.keys(example)) {
    if (Object.hasOwn(fields, name) || Object.hasOwn(commonData.shape, name)) continue
    faults.push({
      path: `example.${name}`,
      message: `There is no field ${name}.`,
      advice: 'Declare it in fields.',
    })
  }
  return faults
}

function checkDefault(field: LookField): string | undefined {
  if (field.type === 'TEXT' && (field.default?.length ?? 0) > field.most) return 'It is longer than `most`.'
  if (field.type === 'NUMBER' && !(field.default >= field.min && field.default <= field.max))
    return 'It lies outside of min and max.'
  if (field.type === 'CHOICE' && !field.options.includes(field.default)) return 'It is none of the options.'
  return undefined
}

function checkCounts(found: readonly Found[]): LookFault[] {
  const { layers, depth } = LOOK_LIMITS
  const faults: LookFault[] = []
  if (found.length > layers)
    faults.push({
      path: 'layers',
      message: `There are ${found.length} layers.`,
      advice: `At most ${layers}.`,
    })
  const deep = found.find((each) => each.depth >= depth)
  if (deep)
    faults.push({
      path: deep.path,
      message: 'Stacks are nested too deep.',
      advice: `At most ${depth} levels.`,
    })
  return faults
}

/** Two layers may share a name if no shape has both. */
function checkIds(found: readonly Found[]): LookFault[] {
  const seen = new Set<string>()
  return found.flatMap(({ layer: { id, shapes = SHAPES }, path }) => {
    if (id === undefined) return []
    const isTwice = shapes.some((shape) => seen.has(`${id} ${shape}`))
    for (const shape of shapes) seen.add(`${id} ${shape}`)
    if (!isTwice) return []
    return [{ path: `${path}.id`, message: `Another layer is called ${id}.`, advice: 'Give it another id.' }]
  })
}

/** Each version of a layer: as it is, and as it is in each shape. */
function listVersions(layer: LookLayer): { version: LookLayer; suffix: string }[] {
  const others = SHAPES.flatMap((shape) => {
    const other = layer.in?.[shape]
    return other ? [{ version: { ...layer, ...other } as LookLayer, suffix: `.in.${shape}` }] : []
  })
  return [{ version: layer, suffix: '' }, ...others]
}

type Reference = { key: string; id: string }

/** The layers that a layer's place or form depends on. */
function listReferences(layer: LookLayer): Reference[] {
  const references: Reference[] = []
  const add = (key: string, id: string | undefined) => {
    if (id !== undefined && id !== 'FRAME' && id !== 'SAFE') references.push({ key, id })
  }
  if ('place' in layer && layer.place) {
    for (const key of ['of', 'below', 'above', 'after', 'before'] as const)
      add(`.place.${key}`, layer.place[key])
  }
  if ('around' in layer) add('.around', layer.around)
  if (layer.kind === 'silk') for (const [i, id] of (layer.quiet ?? []).entries()) add(`.quiet[${i}]`, id)
  return references
}

function checkReferences(found: readonly Found[]): LookFault[] {
  const kinds = new Map(found.map(({ layer }) => [layer.id, layer.kind]))
  return found.flatMap(({ layer, path }) =>
    listVersions(layer).flatMap(({ version, suffix }) =>
      listReferences(version).flatMap(({ key, id }) => {
        const kind = kinds.get(id)
        if (kind && !UNPLACED.has(kind)) return []
        const message = kind ? `${id} is a ${kind}, which has no place.` : `There is no layer ${id}.`
        return [
          { path: `${path}${suffix}${key}`, message, advice: 'Name the id of a layer that has a place.' },
        ]
      }),
    ),
  )
}

/** Fields that are used are declared, with a fitting type. */
function checkFieldUses({ fields = {} }: Look, found: readonly Found[]): LookFault[] {
  const faults: LookFault[] = []
  const walk = (value: unknown, path: string, key: string) => {
    if (typeof value !== 'object' || value === null) return
    if ('field' in value && typeof value.field === 'string') {
      const field = Object.hasOwn(fields, value.field) ? fields[value.field] : undefined
      const wanted = findWantedType(key)
      if (!field) {
        faults.push({ path, message: `There is no field ${value.field}.`, advice: 'Declare it in fields.' })
      } else if (wanted && field.type !== wanted) {
        faults.push({
          path,
          message: `${value.field} is a ${field.type}.`,
          advice: `A ${wanted} belongs here.`,
        })
      }
      return
    }
    for (const [name, each] of Object.entries(value)) {
      const isIndex = Array.isArray(value)
      // What is bound to an animation goes by the animation's own names.
      const isSlot = path.endsWith('.slots.text') || path.endsWith('.slots.colour')
      if (name !== 'children')
        walk(each, isIndex ? `${path}[${name}]` : `${path}.${name}`, isIndex || isSlot ? key : name)
    }
  }
  for (const { layer, path } of found) walk(layer, path, '')
  return faults
}

const COLOUR_KEYS = new Set(['colour', 'colours', 'played', 'waiting', 'tint', 'mix', 'ground'])

function findWantedType(key: string): LookField['type'] | undefined {
  if (key === 'if') return undefined
  if (key === 'text') return 'TEXT'
  if (key === 'style') return 'CHOICE'
  return COLOUR_KEYS.has(key) ? 'COLOUR' : 'NUMBER'
}

function checkNeeds({ lyrics, clips }: Look, found: readonly Found[]): LookFault[] {
  const sung = found.find(({ layer }) => layer.kind === 'lyrics')
  const film = found.find(({ layer }) => layer.kind === 'film')
  const faults: LookFault[] = []
  if (sung && !lyrics)
    faults.push({
      path: sung.path,
      message: 'The look asks for no lyrics.',
      advice: 'Say "lyrics": "REQUIRED".',
    })
  if (film && !clips)
    faults.push({
      path: film.path,
      message: 'The look asks for no clips.',
      advice: 'Say "clips": { "min": 1, "max": 12 }.',
    })
  if (clips && clips.min > clips.max)
    faults.push({ path: 'clips.min', message: 'It is more than max.', advice: 'Exchange them.' })
  return faults
}

/** In a stack nothing has a place of its own, and only what has a place can be in one. */
function checkPlace({ layer, path, isChild }: Found): LookFault[] {
  if (isChild && (UNPLACED.has(layer.kind) || layer.kind === 'film' || layer.kind === 'glow'))
    return [{ path, message: `A ${layer.kind} can't lie in a stack.`, advice: 'Put it among the layers.' }]
  if (isChild && 'place' in layer && layer.place)
    return [
      { path: `${path}.place`, message: 'The stack gives it its place.', advice: 'Say take, cross and gap.' },
    ]
  return []
}

/** A layer whose place depends on its own in some shape, over others. What lies in a stack depends on all of the stack. */
function checkCircles(found: readonly Found[]): LookFault[] {
  for (const shape of SHAPES) {
    const path = findCircle(found, shape)
    const message = `Its place depends on itself, over other layers (${shape}).`
    if (path !== undefined) return [{ path, message, advice: 'Place one of them by SAFE or FRAME.' }]
  }
  return []
}

function findCircle(found: readonly Found[], shape: ShapeName): string | undefined {
  const shown = found.filter(({ layer }) => layer.shapes?.includes(shape) ?? true)
  const topOf = new Map<string, string>()
  for (const { layer, path, owner } of shown) if (layer.id) topOf.set(layer.id, owner ?? path)
  const edges = new Map<string, Set<string>>()
  for (const { layer, path, owner } of shown) {
    const from = owner ?? path
    const to = edges.get(from) ?? new Set()
    edges.set(from, to)
    const version = { ...layer, ...layer.in?.[shape] } as LookLayer
    for (const { id } of listReferences(version)) to.add(topOf.get(id) ?? '')
  }
  const done = new Set<string>()
  const inCircle = (path: string, way: readonly string[]): boolean => {
    if (way.includes(path)) return true
    if (done.has(path)) return false
    const isIn = [...(edges.get(path) ?? [])].some((next) => inCircle(next, [...way, path]))
    if (!isIn) done.add(path)
    return isIn
  }
  return [...edges.keys()].find((path) => inCircle(path, []))
}
