import { describeLookSchema } from '../src/look/look-schema.ts'
import { chance, chanceOf } from '../src/paint/chance.ts'
import { aBoundLottie, aLottie, aText } from './sample-lottie.ts'

// Looks as nobody would write them, made out of the published schema, so that whatever is added to the language is tried.

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  minLength?: number
  maxLength?: number
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
}

const ROOT = describeLookSchema() as Schema & { $defs?: Record<string, Schema> }

/** Words that break things: scripts, joined emoji, controls, halves of letters, formats and prototypes. */
export const HOSTILE_WORDS = [
  '',
  ' ',
  'X',
  'ليل بلا نهاية في المدينة',
  '夜明けのうたがきこえる',
  '👩🏽‍🎤💜🏳️‍🌈',
  'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  '\ud800',
  '\u202e\u2066abc\u0000\u0007',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  '$(exit 1) {{x}} <script>',
  'constructor',
  'https://example.com/x.png',
  'The Long and Winding Story of Everything We Never Said to Each Other on the Bridge Before That Summer Came to an End 1',
]

const PATTERNS: [string, readonly string[]][] = [
  ['%$', ['0%', '1%', '40%', '62.5%', '100%', '999%']],
  ['#[0-9a-f', ['#000000', '#ffffff', '#ff0000', '#12ab9F']],
  ['#[0-9a-fA-F', ['#000000', '#ffffff', '#ff0000', '#12ab9F']],
  ['x[1-9]', ['9x16', '1x1', '16x9', '4x5', '3x1', '1x3', '99x1']],
  ['[A-Z][A-Z0-9]*(_', ['NEON_PULSE']],
  ['{0,31}$', ['tag', 'tone', 'amount', 'barStyle', 'isOn']],
]

/** A die that is thrown again and again. */
export type Die = { next(): number; of<T>(list: readonly T[]): T }

/** Every seed throws its own numbers. */
export function createDie(seed: number): Die {
  let count = 0
  const next = () => chance(seed, 'die', count++)
  return { next, of: (list) => chanceOf(list, seed, 'die', count++) }
}

/** A look by the schema alone; most of its names are put right afterwards. */
export function randomLook(die: Die): Record<string, unknown> {
  const look = makeValue(ROOT, die, 0) as Record<string, unknown>
  look.contentId = 'NEON_PULSE'
  look.fields = {
    tag: { type: 'TEXT', most: 1000, default: die.of(HOSTILE_WORDS) },
    tone: { type: 'COLOUR', default: '#ff3366' },
    amount: { type: 'NUMBER', min: -4000, max: 4000, default: die.of([-4000, 0, 1, 4000]) },
    barStyle: { type: 'CHOICE', options: ['BARS', 'DOTS'], default: 'DOTS' },
    isOn: { type: 'SWITCH', default: true },
  }
  look.example = {}
  look.animations = randomAnimations(die)
  look.lyrics = 'OPTIONAL'
  delete look.clips
  const layers = (look.layers as Layer[]).slice(0, 1 + Math.floor(die.next() * 9))
  look.layers = layers.filter(({ kind }) => kind !== 'film')
  if ((look.layers as Layer[]).length === 0) look.layers = [{ kind: 'silk' }]
  nameLayers(look.layers as Layer[], die)
  return look
}

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAABHNCSVQICAgIfAhkiAAAAAFzUkdCAK7OHOkAAAALSURBVAiZY2AAAgAABQABYlUyiAAAAABJRU5ErkJggg=='

/** Two that are as they should be, and one that was mended by nobody. */
function randomAnimations(die: Die): Record<string, unknown> {
  const odd = aLottie({
    w: die.of([1, 3, 200, 8192]),
    h: die.of([1, 7, 200, 8192]),
    fr: die.of([1, 24, 59.94, 120]),
    op: die.of([1, 30, 59.5]),
    layers: [aText(die.of(HOSTILE_WORDS)), ...aLottie().layers],
  })
  const spark = { ...aBoundLottie(), assets: [{ id: 'art', w: 60, h: 60, u: '', p: DOT, e: 1 }] }
  return { spark, plain: aLottie(), odd }
}

/** Most of what is bound is there. */
function bindAnimation(layer: Layer, die: Die): void {
  const names = { text: 'Title', colour: die.of(['accent', 'Main', 'Square']), image: 'Cover' }
  const rename = (slots: object) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([kind, name]) => {
        const [value] = Object.values((Reflect.get(slots, kind) ?? {}) as object)
        return value === undefined ? [] : [[kind, { [name]: value }]]
      }),
    )
  layer.animation = die.of(['spark', 'spark', 'plain', 'odd'])
  layer.slots = {
    ...(layer.animation === 'spark' && { ...rename(layer.slots ?? {}), image: { art: 'COVER' } }),
  }
  for (const other of Object.values(layer.in ?? {})) {
    Reflect.deleteProperty(other, 'animation')
    Reflect.deleteProperty(other, 'slots')
  }
}

type Layer = {
  kind: string
  id?: string
  children?: Layer[]
  place?: unknown
  shapes?: unknown
  in?: object
} & {
  animation?: string
  slots?: object
}

const UNPLACED = ['fill', 'backdrop', 'silk', 'sound-rings', 'particles', 'ridges', 'grain', 'glow', 'film']

/** Gives every layer a name, and lets places point mostly at layers before them, so that many looks are taken. */
function nameLayers(layers: Layer[], die: Die): void {
  const names: string[] = []
  const visit = (layer: Layer, isChild: boolean) => {
    layer.id = `l${names.length}${Math.floor(die.next() * 1e6)}`
    delete layer.shapes
    if (isChild) delete layer.place
    if (layer.kind === 'lottie') bindAnimation(layer, die)
    for (const other of Object.values(layer.in ?? {})) if (isChild) delete (other as Layer).place
    point(layer, names, die)
    if (!UNPLACED.includes(layer.kind)) names.push(layer.id)
    if (!layer.children) return
    layer.children = layer.children.filter(({ kind }) => !UNPLACED.includes(kind)).slice(0, 4)
    if (layer.children.length === 0) layer.children = [{ kind: 'text', text: 'TITLE' } as Layer]
    const before = [...names]
    for (const child of layer.children) visit(child, true)
    names.splice(0, names.length, ...(die.next() < 0.5 ? names : before))
  }
  for (const layer of layers) visit(layer, false)
}

const REFERENCES = new Set(['of', 'below', 'above', 'after', 'before', 'around', 'field'])
const FIELD_OF: Record<string, string> = {
  Title: 'tag',
  accent: 'tone',
  Main: 'tone',
  Square: 'tone',
  text: 'tag',
  style: 'barStyle',
  if: 'isOn',
}

function point(value: unknown, names: readonly string[], die: Die, parent = ''): void {
  if (typeof value !== 'object' || value === null) return
  const record = value as Record<string, unknown>
  for (const [key, each] of Object.entries(record)) {
    if (key === 'children') continue
    if (key === 'quiet') record[key] = names.slice(0, 2)
    else if (!REFERENCES.has(key)) point(each, names, die, Array.isArray(value) ? parent : key)
    else if (key === 'field')
      record[key] =
        FIELD_OF[parent] ?? (/colour|mix|ground|tint|played|waiting/.test(parent) ? 'tone' : 'amount')
    else if (names.length > 0 && each !== 'FRAME' && each !== 'SAFE') record[key] = die.of(names)
    else if (key === 'of') record[key] = 'FRAME'
    else delete record[key]
  }
}

function makeValue(schema: Schema, die: Die, depth: number): unknown {
  if (schema.$ref) return makeValue(resolve(schema.$ref), die, depth + 1)
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) {
    const isDeep = depth > 12
    const shallow = kinds.filter(({ properties }) => !(isDeep && properties?.children))
    return makeValue(die.of(shallow.length > 0 ? shallow : kinds), die, depth + 1)
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return die.of(schema.enum)
  if (schema.type === 'object') return makeObject(schema, die, depth)
  if (schema.type === 'array') return makeArray(schema, die, depth)
  if (schema.type === 'boolean') return die.next() < 0.5
  if (schema.type === 'string') return makeString(schema, die)
  return makeNumber(schema, die)
}

function resolve(ref: string): Schema {
  const name = ref.split('/').at(-1) ?? ''
  return ref === '#' ? ROOT : (ROOT.$defs?.[name] ?? {})
}

function makeObject(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  die: Die,
  depth: number,
): Record<string, unknown> {
  // A record: one entry is enough to try its values.
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return {
      [String(die.of(propertyNames?.enum ?? ['tag']))]: makeValue(additionalProperties, die, depth + 1),
    }
  const keys = Object.keys(properties).filter((key) => required.includes(key) || die.next() < 0.3)
  return Object.fromEntries(keys.map((key) => [key, makeValue(properties[key]!, die, depth + 1)]))
}

function makeArray(
  { items, prefixItems, minItems = 0, maxItems = 6 }: Schema,
  die: Die,
  depth: number,
): unknown[] {
  if (prefixItems) return prefixItems.map((each) => makeValue(each, die, depth + 1))
  const most = Math.min(maxItems, depth > 8 ? 2 : 12)
  const count = Math.max(minItems, Math.floor(die.next() * (most + 1)))
  return Array.from({ length: count }, () => makeValue(items ?? {}, die, depth + 1))
}

function makeString({ pattern, minLength = 0, maxLength = 1000 }: Schema, die: Die): string {
  const known = PATTERNS.find(([part]) => pattern?.includes(part))
  if (known) return die.of(known[1])
  const words = die.of(HOSTILE_WORDS).slice(0, maxLength)
  return words.length >= minLength ? words : 'x'.repeat(minLength)
}

function makeNumber({ type, minimum = -1e6, maximum = 1e6 }: Schema, die: Die): number {
  const between = minimum + (maximum - minimum) * die.next()
  // Mostly near the lower end, as people write; sometimes at the very ends.
  const value = die.of([
    between,
    minimum + (between - minimum) * 0.2,
    minimum + (between - minimum) * 0.05,
    minimum,
    maximum,
  ])
  return type === 'integer' ? Math.round(value) : value
}

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  undefined,
  [],
  {},
  true,
  '',
  'x'.repeat(70_000),
  -1,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  { rest: 1e308, with: [] },
  JSON.parse('{"__proto__": {"polluted": true}}'),
  { field: '__proto__' },
  { field: 'constructor' },
  'file:///etc/passwd',
  nest(40),
  Array.from({ length: 200 }, () => ({ kind: 'silk' })),
]

function nest(depth: number): unknown {
  let value: unknown = { kind: 'text', text: 'TITLE' }
  for (let i = 0; i < depth; i++) value = { kind: 'stack', children: [value] }
  return value
}

/** A value of its own: what is put into it is in no other look, so that one seed is always the same look. */
function takeHostile(die: Die): unknown {
  return structuredClone(die.of(HOSTILE_VALUES))
}

/** Puts a few values where they do not belong. */
export function spoil(look: unknown, die: Die): unknown {
  let spoiled = structuredClone(look)
  for (let i = 0; i < 1 + Math.floor(die.next() * 3); i++) {
    let at = spoiled
    while (typeof at === 'object' && at !== null) {
      const keys = Object.keys(at)
      const key =
        keys.length > 0 && die.next() < 0.9 ? die.of(keys) : die.of(['__proto__x', 'constructor', 'run', '0'])
      const inner = Reflect.get(at, key)
      if (typeof inner === 'object' && inner !== null && die.next() < 0.8) at = inner
      else {
        Reflect.set(at, key, takeHostile(die))
        break
      }
    }
    if (die.next() < 0.02) spoiled = takeHostile(die)
  }
  return spoiled
}
