import { type LookDraft, type LookLayer, listLayers, setAt } from './look-draft.ts'

/** What makes a layer of a kind invisible without taking it out of the places of others. */
const UNSEEN: Record<string, Record<string, unknown>> = {
  glow: { strength: 0 },
  grain: { amount: 0 },
  ...Object.fromEntries(
    [
      'fill',
      'film',
      'picture',
      'shape',
      'bars',
      'ring',
      'waveform',
      'progress',
      'particles',
      'text',
      'lyrics',
    ].map((kind) => [kind, { opacity: 0 }]),
  ),
}

/** The look as it is drawn while some layers are hidden. What is saved has all of them. */
export function hideLayers(look: LookDraft, hidden: ReadonlySet<string>): LookDraft {
  return listLayers(look)
    .filter(({ path }) => hidden.has(path))
    .reduce((drawn, { path, layer }) => setAt(drawn, path, hide(layer)), look)
}

function hide(layer: LookLayer): LookLayer {
  if (layer.children) return { ...layer, children: layer.children.map(hide) }
  const unseen = UNSEEN[layer.kind]
  if (unseen) return { ...layer, ...unseen }
  // Grounds that can not be made invisible give way to one that is.
  return { kind: 'fill', ...(layer.id && { id: layer.id }), colours: ['BACKGROUND'], opacity: 0 }
}
