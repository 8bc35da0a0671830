import { clip } from '@songreel/kit'
import type { Layer } from '@songreel/kit/drawing'
import type { ClipFile } from '@songreel/kit/input'
import { ground } from '@songreel/kit/testing/draw-layers.ts'

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
