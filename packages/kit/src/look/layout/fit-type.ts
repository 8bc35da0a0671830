import { fitText, type TextLayout } from '../../paint/text.ts'
import { bindWords, type LookScene } from '../look-scene.ts'
import type { ResolvedOf } from '../resolve-layers.ts'
import { toPx } from './place-box.ts'
import type { FitText, FittedText } from './placed-layer.ts'

/** What says how type is set. */
export type TypeLayer = ResolvedOf<'text'> | ResolvedOf<'lyrics'>

type TypeScene = Pick<LookScene, 'unit' | 'fontStyle' | 'ownFont' | 'isRtl'>

/** Longer texts are sentences and stay as they are written. */
const LONGEST_CAPITALS = 28
const SHORT_TRACKING = 0.1
/** Narrow and light faces are set larger than others: where the caller takes another, it is set so much smaller. */
const NARROW_FACES = new Set(['CONDENSED', 'SERIF'])
const OTHER_FACE = 0.72
const DEFAULT_PX = { DISPLAY: 120, TEXT: 44 }
/** The height of a line that is given to it, in its size. */
const LINE_ROOM = 1.3

/** Sets one text of a look. */
export function setType(
  text: string,
  layer: TypeLayer,
  room: { width: number; height: number },
  scene: TypeScene,
  stands: 'TOP' | 'MIDDLE' | 'BOTTOM' = 'TOP',
): TextLayout {
  const { unit, fontStyle, ownFont, isRtl } = scene
  const { role = 'TEXT', align = 'START', capitals } = layer
  const font = layer.font ?? fontStyle
  const isOther = role === 'DISPLAY' && font !== ownFont && NARROW_FACES.has(ownFont) && !layer.font
  const wished = toPx(layer.size ?? DEFAULT_PX[role], room.width, unit) * (isOther ? OTHER_FACE : 1)
  const maxSizePx = Math.max(8 * unit, wished)
  const minSizePx = Math.min(maxSizePx, (layer.minSize ?? 24) * unit)
  const maxLines = layer.lines ?? (role === 'DISPLAY' ? 2 : 1)
  const isCapital = capitals === 'ALWAYS' || (capitals === 'SHORT' && text.length <= LONGEST_CAPITALS)
  const tracking = layer.tracking ?? (capitals === 'SHORT' && isCapital ? SHORT_TRACKING : undefined)
  return fitText(text, room, {
    font,
    role,
    maxSizePx,
    minSizePx,
    maxLines,
    align: align === 'CENTER' ? 'CENTER' : (align === 'START') === isRtl ? 'RIGHT' : 'LEFT',
    anchor: stands,
    uppercase: isCapital,
    ...(layer.lineHeight !== undefined && { lineHeight: layer.lineHeight }),
    ...(tracking !== undefined && { tracking }),
  })
}

/** Sets the texts of a look where they will stand. */
export function createFitter(scene: LookScene): FitText {
  // A stack in a stack is measured more than once.
  const known = new Map<string, FittedText>()
  const fit: FitText = (layer, room, isFixed) => {
    const { text } = bindWords(layer.text, scene)
    const nothing = { height: 0, ink: { x: 0, y: 0, width: 0, height: 0 } }
    const height = isFixed ? room.height : Math.min(room.height, findMostHeight(layer, room, scene))
    if (text === '' || room.width < 1 || height < 1) return nothing
    const layout = setType(text, layer, { width: room.width, height }, scene, isFixed ? layer.stands : 'TOP')
    if (layout.lines.length === 0) return nothing
    const { left, top, right, bottom } = layout.ink
    const ink = { x: left, y: top, width: right - left, height: bottom - top }
    return { height: layout.block.bottom, ink, layout }
  }
  return (layer, room, isFixed) => {
    const key = `${layer.path} ${room.width} ${room.height} ${isFixed}`
    const fitted = known.get(key) ?? fit(layer, room, isFixed)
    known.set(key, fitted)
    return fitted
  }
}

/** The most that a text may take of its room. */
export function findMostHeight(
  layer: TypeLayer,
  room: { width: number; height: number },
  { unit }: Pick<TypeScene, 'unit'>,
): number {
  if (layer.maxHeight !== undefined) return toPx(layer.maxHeight, room.height, unit)
  const { role = 'TEXT' } = layer
  const sizePx = toPx(layer.size ?? DEFAULT_PX[role], room.width, unit)
  return sizePx * LINE_ROOM * (layer.lines ?? (role === 'DISPLAY' ? 2 : 1))
}
