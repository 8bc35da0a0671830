import type { ClipLook } from '../compose/clip-file.ts'
import type { Shot } from '../film/plan-shots.ts'
import type { Box, Size } from '../geometry.ts'
import { HEAD_ABOVE } from '../paint/crop-to-fill.ts'
import { forgetMiddle } from '../paint/salience.ts'
import { measureSeen, panBetween, type ShotEnd, standOff } from './shot-camera.ts'
import type { ShotView } from './shot-view.ts'

/** A part of a picture's width, in fractions of it. */
type Span = { from: number; to: number }

/** What a head has on either side of its face, in parts of the face's width: ears and hair. */
const BESIDE = 0.25
/** Columns belong to what there is to see where they have so many times as much as columns do on the whole; ever less of it. */
const STANDS_OUT = [0.5, 0.75, 1]
/** Where no column has so many times as much, all of the picture is one place. */
const LEAST_PEAK = 1.4
/** A thing has so much of all that there is to see: else it is a part of one, as an ear is of a face. */
const LEAST_SHARE = 0.55
/** What is wider than so much of the picture is a place, and nothing that could be cut. */
const MOST_THING = 0.9
/** Columns are known only so well: what there is to see goes on for so much of the picture. */
const BLUR = 0.02
/** The camera comes nearer by so much on a beat, and must not cut anything then either. */
const BEAT = 1.05
/** Between people, or a thing, and an edge lies so much of what is seen of the width, as far as there is room: they move, and a clip comes nearer by itself. */
const AIR = 0.08

/** The same shot, with a camera that cuts nobody at the sides: it stands farther off, and farther to the left or right. */
export function keepAcross(view: ShotView): ShotView {
  const { framing, shot, file, frame } = view
  const zoom = standOff(framing.zoom, findNearest(shot, measureSeen(file, frame, 1).across))
  const farther = { ...view, framing: { ...framing, zoom } }
  const panX = panBetween(findPan(farther, 'from'), findPan(farther, 'to'))
  return { ...view, framing: { ...framing, zoom, panX } }
}

/** The nearest at which all whom a shot shows are seen, or as much of the thing as its window has room for. */
function findNearest({ looks }: Shot, widest: number): number {
  const fits = ({ from, to }: Span) => BEAT * (to - from) <= widest
  const zooms = [looks.from, looks.to].map((look) => {
    const heads = listHeads(look)
    const things = look && heads.length === 0 ? listThings(look) : []
    const all = heads.length > 0 ? [surround(heads)] : things
    const best = all.find(fits)
    if (best && heads.length > 0) return ((1 - 2 * AIR) * widest) / (best.to - best.from)
    if (best) return widest / (BEAT * (best.to - best.from))
    return things.length > 0 ? BEAT : Number.POSITIVE_INFINITY
  })
  return Math.min(...zooms)
}

/** A shot and its file. */
type Seen = { shot: Pick<Shot, 'looks'>; file: Size }

/** Whether a window is too narrow for all whom a shot shows, or for the thing that it shows. */
export function isTooWide({ shot, file }: Seen, window: Size): boolean {
  const { across } = measureSeen(file, window, 1)
  return listSpans(shot).some(({ from, to }) => BEAT * (to - from) > across)
}

/** Whether a window is too low for all whom a shot shows, from hair to chin. */
export function isTooLow({ shot: { looks }, file }: Seen, window: Size): boolean {
  const { down } = measureSeen(file, window, 1)
  return [looks.from, looks.to].some((look) => BEAT * measureHeads(look) > down)
}

/** How much of the picture's height people have, from the first one's hair to the last one's chin. */
function measureHeads(look: ClipLook | undefined): number {
  const faces = look?.salience.faces ?? []
  if (faces.length === 0) return 0
  const crown = Math.min(...faces.map(({ y, height }) => y - HEAD_ABOVE * height))
  return Math.max(...faces.map(({ y, height }) => y + height)) - Math.max(0, crown)
}

/** Around all heads, or the thing, at both ends of a shot. */
function listSpans({ looks }: Pick<Shot, 'looks'>): Span[] {
  return [looks.from, looks.to].flatMap((look) => {
    const heads = listHeads(look)
    const [thing] = look && heads.length === 0 ? listThings(look) : []
    const span = thing ?? (heads.length > 0 ? surround(heads) : undefined)
    return span && span.to - span.from <= MOST_THING ? [span] : []
  })
}

function surround(spans: readonly Span[]): Span {
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
}

function listHeads(look: ClipLook | undefined): Span[] {
  return (look?.salience.faces ?? []).map(({ x, width }: Box) => ({
    from: Math.max(0, x - BESIDE * width),
    to: Math.min(1, x + (1 + BESIDE) * width),
  }))
}

/** From -1 (the left edge) to 1: as near to where it was planned as it cuts nothing. */
function findPan({ file, frame, framing, shot: { looks } }: ShotView, end: ShotEnd): number {
  const planned = framing.panX[end]
  const { across } = measureSeen(file, frame, framing.zoom[end])
  const slack = 1 - across
  const look = looks[end] ?? looks.from ?? looks.to
  if (slack < 1e-6 || !look) return planned
  const start = ((1 + planned) / 2) * slack
  const heads = listHeads(look)
  const best = heads.length > 0 ? holdHeads(start, across, heads) : holdThing(start, across, look)
  return (2 * Math.max(0, Math.min(slack, best))) / slack - 1
}

/** Nobody is cut, where that can be while somebody is seen; of such crops the one with the most people, and then the nearest. */
function holdHeads(start: number, across: number, heads: readonly Span[]): number {
  const slack = 1 - across
  const tries = [start, ...heads.flatMap(({ from, to }) => [from, to, from - across, to - across])]
    .map((at) => Math.max(0, Math.min(slack, at)))
    .map((at) => ({ at, ...countHeads(at, across, heads), way: Math.abs(at - start) }))
    .filter(({ whole }) => whole > 0)
  if (tries.length === 0) return start
  const { at, cut, whole } = tries.reduce((best, one) => {
    const better = best.cut - one.cut || one.whole - best.whole || best.way - one.way
    return better > 1e-9 ? one : best
  })
  const airy = giveAir(at, across, heads)
  const after = countHeads(airy, across, heads)
  return after.cut > cut || after.whole < whole ? at : airy
}

/** The nearest crop in which those whom it shows whole are off its edges. */
function giveAir(at: number, across: number, heads: readonly Span[]): number {
  const { from, to } = surround(heads.filter((head) => isWhole(head, at, across)))
  const air = Math.min(AIR * across, (across - (to - from)) / 2)
  return Math.max(0, Math.min(1 - across, Math.max(to + air - across, Math.min(from - air, at))))
}

function isWhole({ from, to }: Span, at: number, across: number): boolean {
  return from >= at - 1e-6 && to <= at + across + 1e-6
}

function countHeads(at: number, across: number, heads: readonly Span[]): { whole: number; cut: number } {
  const isOut = ({ from, to }: Span) => to <= at + 1e-6 || from >= at + across - 1e-6
  const others = heads.filter((head) => !isWhole(head, at, across))
  return { whole: heads.length - others.length, cut: others.filter((head) => !isOut(head)).length }
}

/** As much of what stands out as fits, whole; where nothing does, the part with most of it. */
function holdThing(start: number, across: number, look: ClipLook): number {
  const things = listThings(look)
  const thing = things.find(({ from, to }) => to - from <= across)
  if (thing) {
    const air = Math.min(AIR * across, (across - (thing.to - thing.from)) / 2)
    return Math.max(thing.to + air - across, Math.min(thing.from - air, start))
  }
  return things.length > 0 ? findFullest(sumColumns(look), across) : start
}

/** Where a part of so much of the width has most of what there is to see. */
function findFullest(columns: Float32Array, across: number): number {
  const count = Math.max(1, Math.floor(across * columns.length))
  const starts = Array.from({ length: columns.length - count + 1 }, (_, i) => i)
  const sums = starts.map((i) => columns.subarray(i, i + count).reduce((sum, own) => sum + own, 0))
  return sums.indexOf(Math.max(...sums)) / columns.length
}

/** The columns around the strongest one in which there is something to see, from the most to the fewest. */
function listThings(look: ClipLook): Span[] {
  const sums = sumColumns(look)
  const count = sums.length
  const mean = sums.reduce((sum, own) => sum + own, 0) / Math.max(1, count)
  const most = Math.max(0, ...sums)
  if (most <= LEAST_PEAK * mean) return []
  const peak = sums.indexOf(most)
  const runs = STANDS_OUT.map((least) => {
    let [from, to] = [peak, peak]
    while (from > 0 && sums[from - 1]! >= least * mean) from--
    while (to < count - 1 && sums[to + 1]! >= least * mean) to++
    return { from, to: to + 1 }
  })
  const { from, to } = runs.at(-1)!
  const share = sums.subarray(from, to).reduce((sum, own) => sum + own, 0) / (mean * count)
  if (share < LEAST_SHARE) return []
  return runs.map((run) => ({
    from: Math.max(0, run.from / count - BLUR),
    to: Math.min(1, run.to / count + BLUR),
  }))
}

/** How much there is to see in each column: what is sharp, and unlike all around it, at the picture's edge as well. */
function sumColumns({ salience }: ClipLook): Float32Array {
  const { columns, edges } = salience
  const sums = new Float32Array(columns)
  if (!edges) return sums
  for (const [cell, weight] of forgetMiddle(salience).entries())
    sums[cell % columns]! += weight * edges[cell]!
  return sums.map((own, i) => (own + (sums[i - 1] ?? own) + (sums[i + 1] ?? own)) / 3)
}
