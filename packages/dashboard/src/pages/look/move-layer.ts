import { getAt, type LookDraft, type LookLayer, setAt } from './look-draft.ts'
import { movePlace } from './place-by-drag.ts'

/** A layer that was dragged in the picture of a shape. */
export type Dragged = {
  shape: string
  scope: string
  outline: { path: string; box: Box; room?: Box | undefined }
  by: { x: number; y: number }
  isMirrored: boolean
  isExact: boolean
}
type Box = { x: number; y: number; width: number; height: number }

/** A layer in another place: in one shape alone, where it has a place of its own there or changes are meant so. */
export function moveLayerBy(look: LookDraft, { shape, scope, outline, by, ...how }: Dragged): LookDraft {
  const { path, box, room } = outline
  const layer = getAt(look, path) as LookLayer | undefined
  if (!layer || !room) return look
  const name = nameShape(shape)
  const own = layer.in?.[name]?.place
  const target = own !== undefined || scope === name ? `${path}.in.${name}.place` : `${path}.place`
  const place = (own ?? layer.place ?? {}) as Record<string, unknown>
  return setAt(look, target, movePlace(place, { box, room }, by, how))
}

/** The kind of shape that a ratio is. */
function nameShape(shape: string): string {
  const [width = 1, height = 1] = shape.split('x').map(Number)
  const ratio = width / height
  if (ratio < 0.7) return 'TALL'
  if (ratio <= 0.9) return 'PORTRAIT'
  return ratio > 1.3 ? 'WIDE' : 'SQUARE'
}
