import type { Box } from '../../geometry.ts'
import type { ResolvedLayer, ResolvedOf, ResolvedStack } from '../resolve-layers.ts'
import { findSize, type Ground, putInto, toPx } from './place-box.ts'
import { encloseInk, type FitText, type FittedText, finishText, type PlacedLayer } from './placed-layer.ts'

type Tools = { anchor: { x: number; y: number }; ground: Ground; fit: FitText }

/** A child and how much of the stack it takes; `rest` takes what is left. */
type Part = {
  layer: ResolvedLayer
  gap: number
  /** Along the stack. */
  main: number
  isRest: boolean
  text?: { layer: ResolvedOf<'text'>; fitted: FittedText; isFixed: boolean }
}

/** Type gives way in so many steps at most. */
const MOST_REFITS = 4

/** Puts children below each other or side by side, and the whole of them where the stack's anchor says. */
export function layOutStack(stack: ResolvedStack & { path: string }, room: Box, tools: Tools): PlacedLayer {
  const isDown = stack.direction !== 'ACROSS'
  const parts = isDown ? measureDown(stack, room, tools) : measureAcross(stack, room, tools)
  const shown = parts.filter(({ main, isRest }) => main > 0 || isRest)
  const gaps = shown.slice(1).reduce((sum, { gap }) => sum + gap, 0)
  const taken = shown.reduce((sum, { main }) => sum + main, 0) + gaps
  const rests = shown.filter(({ isRest }) => isRest)
  const along = isDown ? room.height : room.width
  for (const part of rests) part.main = Math.max(0, along - taken) / rests.length
  const mainPx = rests.length > 0 ? Math.max(along, taken) : taken
  const crossPx = isDown ? room.width : findCross(stack, shown, room, tools)
  const size = isDown ? { width: crossPx, height: mainPx } : { width: mainPx, height: crossPx }
  const box = putInto(room, size, tools.anchor)
  const children = isDown ? placeDown(stack, shown, box, tools) : placeAcross(stack, shown, box, tools)
  return { layer: stack, box, ink: encloseInk(children, { ...box, height: 0 }), children }
}

function gapOf(stack: ResolvedStack, layer: ResolvedLayer, unit: number): number {
  return (('gap' in layer ? layer.gap : undefined) ?? stack.spacing ?? 0) * unit
}

function takeOf(layer: ResolvedLayer) {
  return 'take' in layer ? layer.take : undefined
}

function crossOf(layer: ResolvedLayer, px: number, unit: number): number {
  const cross = 'cross' in layer ? layer.cross : undefined
  return cross === undefined ? px : Math.min(px, toPx(cross, px, unit))
}

/** How high each child is. If all are too high, the highest text is set smaller. */
function measureDown(stack: ResolvedStack, room: Box, { ground, fit, anchor }: Tools): Part[] {
  const { unit } = ground
  const parts = stack.children.map((layer): Part => {
    const gap = gapOf(stack, layer, unit)
    const take = takeOf(layer)
    const width = crossOf(layer, room.width, unit)
    const fixed = take === undefined || take === 'REST' ? undefined : toPx(take, room.height, unit)
    if (layer.kind === 'text') {
      const isFixed = fixed !== undefined
      const fitted = fit(layer, { width, height: fixed ?? room.height }, isFixed)
      const main = fitted.height === 0 ? 0 : (fixed ?? fitted.height)
      return { layer, gap, main, isRest: false, text: { layer, fitted, isFixed } }
    }
    if (fixed !== undefined) return { layer, gap, main: fixed, isRest: false }
    if (layer.kind !== 'stack' || take === 'REST') return { layer, gap, main: 0, isRest: true }
    const inner = layOutStack(layer, { ...room, width }, { ground, fit, anchor })
    return { layer, gap, main: inner.box.height, isRest: false }
  })
  for (let step = 0; step < MOST_REFITS; step++) {
    const shown = parts.filter(({ main }) => main > 0)
    const taken = shown.reduce((sum, { main }, i) => sum + main + (i > 0 ? shown[i]!.gap : 0), 0)
    const texts = shown.flatMap((part) =>
      part.text && !part.text.isFixed ? [{ part, text: part.text }] : [],
    )
    const highest = texts.toSorted((a, b) => b.part.main - a.part.main)[0]
    if (taken <= room.height + 0.5 || !highest) break
    const { part, text } = highest
    const height = Math.max(0, part.main - (taken - room.height))
    text.fitted = fit(text.layer, { width: crossOf(part.layer, room.width, unit), height }, false)
    part.main = Math.min(part.main * 0.98, text.fitted.height)
  }
  return squeeze(parts, room.height, (part) => {
    if (!part.text?.isFixed) return
    const width = crossOf(part.layer, room.width, unit)
    part.text.fitted = fit(part.text.layer, { width, height: part.main }, true)
  })
}

/** What still does not fit gives way together: gaps, and all children but texts that take what they need. */
function squeeze(parts: Part[], roomPx: number, onChange: (part: Part) => void): Part[] {
  const shown = parts.filter(({ main, isRest }) => main > 0 || isRest)
  const gaps = shown.slice(1).reduce((sum, { gap }) => sum + gap, 0)
  const yielding = shown.filter(({ text }) => !text || text.isFixed)
  const over = shown.reduce((sum, { main }) => sum + main, 0) + gaps - roomPx
  const give = yielding.reduce((sum, { main }) => sum + main, 0) + gaps
  if (over <= 0.5 || give <= 0) return parts
  const share = Math.max(0, 1 - over / give)
  for (const part of shown) part.gap *= share
  for (const part of yielding) {
    part.main *= share
    onChange(part)
  }
  return parts
}

/** How wide each child is. */
function measureAcross(stack: ResolvedStack, room: Box, { ground }: Tools): Part[] {
  const parts = stack.children.map((layer): Part => {
    const take = takeOf(layer)
    const isRest = take === undefined || take === 'REST'
    const main = isRest ? 0 : toPx(take, room.width, ground.unit)
    return { layer, gap: gapOf(stack, layer, ground.unit), main, isRest }
  })
  return squeeze(parts, room.width, () => undefined)
}

/** The height of a stack whose children stand side by side: what its texts and stacks need, or all of the room. */
function findCross(
  stack: ResolvedStack,
  parts: readonly Part[],
  room: Box,
  { ground, fit, anchor }: Tools,
): number {
  const heights = parts.map(({ layer, main }) => {
    if (layer.kind === 'text') return fit(layer, { width: main, height: room.height }, false).height
    if (layer.kind === 'stack')
      return layOutStack(layer, { ...room, width: main }, { ground, fit, anchor }).box.height
    return 'cross' in layer && layer.cross !== undefined
      ? crossOf(layer, room.height, ground.unit)
      : room.height
  })
  return Math.min(room.height, Math.max(0, ...heights)) || (stack.children.length > 0 ? 0 : room.height)
}

function alignShare({ align }: ResolvedStack): number {
  return align === 'CENTER' ? 0.5 : align === 'END' ? 1 : 0
}

function placeDown(stack: ResolvedStack, parts: readonly Part[], box: Box, tools: Tools): PlacedLayer[] {
  const { ground } = tools
  const share = ground.isMirrored ? 1 - alignShare(stack) : alignShare(stack)
  let y = box.y
  return parts.map((part, index) => {
    if (index > 0) y += part.gap
    const width = crossOf(part.layer, box.width, ground.unit)
    const own = { x: box.x + (box.width - width) * share, y, width, height: part.main }
    y += part.main
    return placeChild(part, own, { ...tools, share: { x: share, y: 0.5 } })
  })
}

function placeAcross(stack: ResolvedStack, parts: readonly Part[], box: Box, tools: Tools): PlacedLayer[] {
  const { ground } = tools
  let way = 0
  return parts.map((part, index) => {
    if (index > 0) way += part.gap
    const x = ground.isMirrored ? box.x + box.width - way - part.main : box.x + way
    way += part.main
    const height = crossOf(part.layer, box.height, ground.unit)
    const own = { x, y: box.y + (box.height - height) * alignShare(stack), width: part.main, height }
    return placeChild(part, own, { ...tools, share: { x: 0.5, y: alignShare(stack) } })
  })
}

/** Discs and rings keep their form, in the middle of what they are given; logos theirs, on the side where the stack has its children. */
function placeChild(
  { layer, text }: Part,
  box: Box,
  { share, ...tools }: Tools & { share: { x: number; y: number } },
): PlacedLayer {
  if (layer.kind === 'stack') return layOutStack(layer, box, { ...tools, anchor: { x: 0.5, y: 0.5 } })
  if (layer.kind === 'text') {
    const fitted = text?.fitted ?? tools.fit(layer, box, true)
    return finishText(layer, box, fitted)
  }
  if (layer.kind === 'picture' && layer.logoRatio !== undefined) {
    const own = putInto(box, findSize({ ratio: layer.logoRatio }, box, tools.ground.unit), share)
    return { layer, box: own, ink: own }
  }
  const isRound = layer.kind === 'ring' || (layer.kind === 'picture' && layer.form === 'DISC')
  const side = Math.min(box.width, box.height)
  const own = isRound ? putInto(box, { width: side, height: side }, { x: 0.5, y: 0.5 }) : box
  return { layer, box: own, ink: own }
}
