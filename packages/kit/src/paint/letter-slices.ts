import { findPlacement } from './cluster-placement.ts'
import type { FontFace } from './font-families.ts'
import { type FontSlice, hasGlyph, listSlices } from './font-slices.ts'

/** The slices that set the Latin, Greek and Cyrillic letters of a text, in the order in which Skia is to try them. */
export type LetterSlices = { leader: FontFace; slices: FontSlice[] }

/**
 * Chooses a face for letters and their accents. A word half in one face and half in another looks broken, so the first
 * face leads that sets every letter with its accents in place; the next ones fill in only what it lacks.
 */
export function chooseLetterSlices(
  faces: readonly FontFace[],
  clusters: readonly string[],
  { isBrand = false } = {},
): LetterSlices {
  const { face: leader, slices, placed } = findLeader(faces, clusters, isBrand ? BRAND_SHARE : 1)
  const rest = clusters.filter((cluster) => !placed.has(cluster))
  if (rest.length === 0) return { leader, slices }
  const others = faces.filter((face) => face !== leader)
  return { leader, slices: [...new Set([...slices, ...fillIn(others, rest)])] }
}

/** Whether one of these faces can set a letter with all its accents in place. */
export function canSet(faces: readonly FontFace[], cluster: string): boolean {
  return faces.some((face) => setInFace(face, [cluster]).placed.size === 1)
}

/** A brand's face leads if it has this share of the letters, and single ones come from ours: it was asked for, and is worth a seam. */
const BRAND_SHARE = 0.6

function findLeader(
  faces: readonly FontFace[],
  clusters: readonly string[],
  firstShare: number,
): FaceSetting {
  let best = setInFace(faces[0]!, clusters)
  if (best.placed.size >= firstShare * clusters.length) return best
  for (const face of faces.slice(1)) {
    if (best.placed.size === clusters.length) break
    const setting = setInFace(face, clusters)
    if (setting.placed.size > best.placed.size) best = setting
  }
  return best
}

/** What a face makes of the letters: those that stand as they should, and those of them that are as they were drawn. */
type FaceSetting = { face: FontFace; slices: FontSlice[]; placed: Set<string>; wholeCount: number }

/**
 * Plain Latin comes first in `ctx.font`, because words are kerned within one file; but another order is better when
 * an early slice would take letters apart that a later one has whole, or can put together again.
 */
function setInFace(face: FontFace, clusters: readonly string[]): FaceSetting {
  const candidates = listCandidates(face, clusters)
  let best = setInOrder(face, candidates, clusters)
  if (best.wholeCount === clusters.length || candidates.length < 2) return best
  const [others, latin] = [candidates.slice(LATIN_SLICES), candidates.slice(0, LATIN_SLICES)]
  for (const order of permute(latin)) {
    const setting = setInOrder(face, [...order, ...others], clusters)
    const gain = setting.placed.size - best.placed.size || setting.wholeCount - best.wholeCount
    if (gain > 0) best = setting
  }
  return best
}

// Latin, Latin Extended and Vietnamese share letters and accents; the slices of other scripts stand in nobody's way.
const LATIN_SLICES = 3

function permute<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) =>
    permute(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
  )
}

function listCandidates(face: FontFace, clusters: readonly string[]): FontSlice[] {
  const codePoints = new Set(
    clusters.flatMap((cluster) => Array.from(cluster, (each) => each.codePointAt(0)!)),
  )
  return listSlices(face).filter((slice) => [...codePoints].some((each) => hasGlyph(slice, each)))
}

function setInOrder(face: FontFace, order: readonly FontSlice[], clusters: readonly string[]): FaceSetting {
  const used = new Set<FontSlice>()
  const placed = new Set<string>()
  let wholeCount = 0
  for (const cluster of clusters) {
    const placement = findPlacement(order, cluster)
    if (!placement) continue
    used.add(placement.slice)
    if (placement.accents === 'WHOLE') wholeCount++
    // A face that has the letter in no slice lacks it, even if it could piece it together.
    const isOwn =
      placement.accents === 'WHOLE' || order.some((slice) => hasGlyph(slice, cluster.codePointAt(0)!))
    if (placement.accents !== 'LOOSE' && isOwn) placed.add(cluster)
  }
  return { face, slices: order.filter((slice) => used.has(slice)), placed, wholeCount }
}

function fillIn(faces: readonly FontFace[], clusters: readonly string[]): FontSlice[] {
  return clusters.flatMap((cluster) => {
    const settings = faces.map((face) => setInFace(face, [cluster]))
    const found =
      settings.find(({ placed }) => placed.size > 0) ?? settings.find(({ slices }) => slices.length > 0)
    return found?.slices ?? []
  })
}
