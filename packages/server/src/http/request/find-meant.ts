import { findNearest } from '@songreel/contract/find-nearest'
import type { PathSegment } from '../../validation/field-path.ts'
import type { KnownFields } from './known-fields.ts'

/** What was probably meant: where that lies in the whole body, and how to say so from where it was sent. */
export type Meant = { path: PathSegment[]; shown: PathSegment[] }

type Fields = Map<string, KnownFields | undefined>

/** What our own calls and those of others call alike. */
const SAME_THINGS = [
  ['imageUrl', 'artworkUrl', 'coverUrl', 'coverArtUrl', 'pictureUrl', 'photoUrl'],
  ['audioUrl', 'songUrl', 'trackUrl', 'musicUrl'],
  ['name', 'title'],
]

/**
 * The field that an unknown one stands for: one of this very name at another level, else one beside it that has another name for
 * the same thing or a similar one, else one of a similar name a level further in.
 */
export function findMeant(path: PathSegment[], fields: Fields, root: KnownFields): Meant | undefined {
  const parent = path.slice(0, -1)
  const key = String(path.at(-1))
  const elsewhere = findElsewhere(path, root)
  if (elsewhere) return { path: elsewhere, shown: showFrom(parent, elsewhere) }
  const others = SAME_THINGS.find((names) => names.includes(key)) ?? []
  const nearest = others.find((name) => fields.has(name)) ?? findNearest(key, fields.keys())
  if (nearest !== undefined) return { path: [...parent, nearest], shown: [nearest] }
  for (const [name, inner] of fields) {
    const further = inner?.kind === 'object' ? findNearest(key, inner.fields.keys()) : undefined
    if (further !== undefined) return { path: [...parent, name, further], shown: [name, further] }
  }
  return undefined
}

/** The field of this name that is nearest in the tree; none if several are equally near and mean different things. */
function findElsewhere(path: PathSegment[], root: KnownFields): PathSegment[] | undefined {
  const ranked = listPlaces(root, String(path.at(-1)))
    .map((place) => ({ place, rank: countCommon(place, path) - place.length / 100 }))
    .sort((a, b) => b.rank - a.rank)
  const [best] = ranked
  if (!best) return undefined
  const isUnclear = ranked.some(({ place, rank }) => rank === best.rank && place.at(-2) !== best.place.at(-2))
  if (isUnclear) return undefined
  // What was found in any entry of a list is meant in the entry at hand.
  const common = countCommon(best.place, path)
  return [...path.slice(0, common), ...best.place.slice(common)]
}

/** Every place in the tree where a field has this name. The tree is a schema's, so it is small. */
function listPlaces(known: KnownFields | undefined, key: string, at: PathSegment[] = []): PathSegment[][] {
  if (!known) return []
  if (known.kind === 'list') return listPlaces(known.item, key, [...at, 0])
  const here = known.fields.has(key) ? [[...at, key]] : []
  const inside = [...known.fields].flatMap(([name, inner]) => listPlaces(inner, key, [...at, name]))
  return [...here, ...inside]
}

function countCommon(place: PathSegment[], path: PathSegment[]): number {
  const isAlike = (a: PathSegment | undefined, b: PathSegment | undefined) =>
    typeof a === 'number' ? typeof b === 'number' : a === b
  const differs = place.findIndex((segment, index) => !isAlike(segment, path[index]))
  return Math.min(differs < 0 ? place.length : differs, path.length - 1)
}

/** Below the object at hand from there, anything else in full. */
function showFrom(parent: PathSegment[], place: PathSegment[]): PathSegment[] {
  const isBelow = parent.every((segment, index) => segment === place[index])
  return isBelow ? place.slice(parent.length) : place
}
