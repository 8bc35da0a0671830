import type { LayerSupplies } from '@songreel/kit/drawing'

/** What scenes with clips are given. The decoders' library is large, and most templates show no clip. */
export const CLIP_SUPPLIES: LayerSupplies = {
  loadClipDecoder: async () => (await import('./clip-decoder.ts')).createClipDecoder,
}
