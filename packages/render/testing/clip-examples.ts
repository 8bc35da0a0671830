import type { ClipFile } from '../src/compose/clip-file.ts'
import type { Layer } from '../src/compose/layer.ts'
import { clip } from '../src/layers/clip.ts'
import { ground } from './layers/draw-layers.ts'

/** Clips in motion, by name; the same in every thread. */
export function clipExamples(file: ClipFile): Record<string, Layer[]> {
  return {
    clip: [
      clip(file, {
        time: (frame) => frame.secs * 0.9 + 0.1,
        zoom: 1.3,
        panX: (frame) => Math.sin(frame.index / 5),
      }),
    ],
    'clip in a box': [
      ground('#204060'),
      clip(file, { box: { x: 21, y: 11, width: 61, height: 51 }, opacity: 0.7 }),
    ],
  }
}
