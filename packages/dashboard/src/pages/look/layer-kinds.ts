import { type LookDraft, type LookLayer, listAnimations, listIds } from './look-draft.ts'
import { type Schema, toLabel } from './look-schema.ts'

/** What a kind of layer is called, and how a new one begins. Kinds that a newer server knows are called by their own names. */
const KINDS: Record<string, { name: string; start: Omit<LookLayer, 'kind'> }> = {
  text: { name: 'Text', start: { text: 'TITLE', role: 'DISPLAY', place: { anchor: 'BOTTOM_START' } } },
  picture: { name: 'Picture', start: { form: 'CARD', place: { ratio: 1, width: '60%' } } },
  stack: {
    name: 'Stack',
    start: {
      place: { anchor: 'BOTTOM_START' },
      spacing: 20,
      children: [
        { kind: 'text', text: 'TITLE', role: 'DISPLAY' },
        { kind: 'text', text: 'ARTIST', role: 'TEXT', colour: 'MUTED' },
      ],
    },
  },
  shape: { name: 'Shape', start: { colours: ['ACCENT'], place: { width: 240, height: 240 } } },
  lottie: { name: 'Animation', start: { place: { ratio: 1, width: '40%' } } },
  glow: { name: 'Glow', start: { colour: 'ACCENT', place: { width: 500, height: 500 }, form: 'OVAL' } },
  bars: { name: 'Spectrum bars', start: { place: { anchor: 'BOTTOM', height: 220 } } },
  ring: { name: 'Spectrum ring', start: { place: {} } },
  waveform: { name: 'Waveform', start: { place: { height: 160 } } },
  progress: { name: 'Progress line', start: { place: { anchor: 'BOTTOM', height: 8 } } },
  lyrics: { name: 'Lyrics', start: { role: 'DISPLAY', words: true, place: { height: '50%' } } },
  backdrop: { name: 'Cover backdrop', start: { blur: 50 } },
  fill: { name: 'Colour', start: { colours: ['BACKGROUND', 'GRADIENT_2'], direction: 'DOWN' } },
  film: { name: 'Videos', start: {} },
  particles: { name: 'Particles', start: { count: 60, style: 'FLOAT', colours: ['ACCENT'] } },
  ridges: { name: 'Ridges', start: {} },
  silk: { name: 'Silk', start: {} },
  'sound-rings': { name: 'Sound rings', start: {} },
  grain: { name: 'Film grain', start: { amount: 0.02 } },
}

/** Layers that cover the frame and belong below what is there. */
const GROUNDS = new Set(['backdrop', 'fill', 'film', 'silk', 'ridges'])

/** What a kind of layer is called. */
export function nameKind(kind: string): string {
  return KINDS[kind]?.name ?? toLabel(kind)
}

/** Whether a new layer of a kind belongs below all others. */
export function isGround(kind: string): boolean {
  return GROUNDS.has(kind)
}

/** The kinds that a schema knows, those that people look for first. */
export function listKinds(kinds: Record<string, Schema>, look: LookDraft): string[] {
  const known = Object.keys(KINDS)
  const rank = (kind: string) => (known.includes(kind) ? known.indexOf(kind) : known.length)
  // An animation has to be there before a layer can show it.
  const isThere = (kind: string) =>
    listAnimations(look).length > 0 || !kinds[kind]?.required?.includes('animation')
  return Object.keys(kinds)
    .filter(isThere)
    .sort((a, b) => rank(a) - rank(b))
}

/** A new layer of a kind, and what it has to point at. */
export function startLayer(kind: string, schema: Schema | undefined, look: LookDraft): LookLayer {
  const layer: LookLayer = { kind, ...structuredClone(KINDS[kind]?.start ?? {}) }
  const [id] = listIds(look)
  const [animation] = listAnimations(look)
  if (schema?.required?.includes('around') && id) layer.around = id
  if (schema?.required?.includes('animation') && animation) layer.animation = animation
  return layer
}

const SOURCES: Record<string, string> = {
  TITLE: 'Title',
  ARTIST: 'Artist',
  ALBUM: 'Album',
  CUSTOM_TEXT: 'Custom text',
  CLOCK: 'Clock',
  ELAPSED: 'Time so far',
  LENGTH: 'Length',
}

/** What a text says, in few words. */
export function describeWords(words: unknown): string {
  if (Array.isArray(words)) return words.map(describeWords).join(' or ')
  if (typeof words === 'string') return SOURCES[words] ?? toLabel(words)
  if (typeof words !== 'object' || words === null) return 'Nothing yet'
  const { field, words: fixed } = words as { field?: string; words?: string }
  return field === undefined ? `“${fixed ?? ''}”` : toLabel(field)
}

const PICTURES: Record<string, string> = {
  COVER: 'Cover',
  ARTIST: 'Photo of the artist',
  LOGO: 'Logo of the brand',
}

/** What a layer is called in a list: what it says, or its kind; and its own name. */
export function describeLayer(layer: LookLayer): { name: string; note: string } {
  const { id = '' } = layer
  if (layer.kind === 'text') return { name: describeWords(layer.text), note: id || 'text' }
  if (layer.kind === 'picture')
    return { name: PICTURES[String(layer.source ?? 'COVER')] ?? nameKind(layer.kind), note: id }
  return { name: nameKind(layer.kind), note: id }
}
