import type { LookDrawing } from '@songreel/sdk'
import type { LookLayer } from './look-draft.ts'

const REASONS: Record<string, string> = {
  ARTIST: 'Not in the picture: the artist of this song has no photo.',
  LOGO: 'Not in the picture: this song wears no brand with a logo.',
}

/** Why a picture is not seen, where that is because of the song and not of the look: people would look for a fault of theirs. */
export function explainAbsence(
  layer: LookLayer | undefined,
  path: string,
  drawing: LookDrawing | undefined,
): string | undefined {
  if (layer?.kind !== 'picture' || !drawing || layer.shapes !== undefined || layer.if !== undefined)
    return undefined
  return drawing.layers.some((drawn) => drawn.path === path) ? undefined : REASONS[String(layer.source)]
}
