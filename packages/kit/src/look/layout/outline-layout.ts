import type { Box } from '../../geometry.ts'
import type { LayerOutline, LookOutline } from '../../template.ts'
import { findOwnRoom, type LookLayout } from './lay-out.ts'
import type { Ground } from './place-box.ts'
import type { PlacedLayer } from './placed-layer.ts'

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 }

/** Where every layer stands, in the lengths that looks are written in: what somebody who moves them needs to know. */
export function outlineLayout({ placed, find }: LookLayout, ground: Ground): LookOutline {
  const { unit, frame, safe, isMirrored } = ground
  const toUnits = (px: number) => Math.round((px / unit) * 10) / 10
  const measure = ({ x, y, width, height }: Box): Box => ({
    x: toUnits(x),
    y: toUnits(y),
    width: toUnits(width),
    height: toUnits(height),
  })
  const outline = ({ layer, box, ink, children = [] }: PlacedLayer, isTop: boolean): LayerOutline[] => {
    const room = isTop ? findOwnRoom(layer, ground, (id) => find(id)?.box ?? NOWHERE) : undefined
    const hasInk = (layer.kind === 'text' || layer.kind === 'stack') && ink.width > 0 && ink.height > 0
    return [
      {
        path: layer.path,
        box: measure(box),
        ...(hasInk && { ink: measure(ink) }),
        ...(room && { room: measure(room) }),
      },
      ...children.flatMap((child) => outline(child, false)),
    ]
  }
  return {
    frame: { width: toUnits(frame.width), height: toUnits(frame.height) },
    safe: measure(safe),
    isMirrored,
    layers: placed.flatMap((each) => outline(each, true)),
  }
}
