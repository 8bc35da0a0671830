import { clip, type LevelCells, paint, sprite } from '@songreel/kit'
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
    'clip under a veil and a card': [
      clip(file, { zoom: (frame) => 1.1 + frame.index / 500, veil: { cells: 12, shade: shadeFoot } }),
      card,
    ],
  }
}

/** Dark at the foot, and a little darker with every frame. */
export function shadeFoot({ columns, levels }: LevelCells, { index }: { index: number }): void {
  for (const cell of levels.keys())
    levels[cell] = Math.min(1, (Math.floor(cell / columns) * columns) / levels.length + index / 300)
}

const card = sprite(
  paint({ x: 30, y: 20, width: 90, height: 40 }, (ctx, { width, height }) => {
    ctx.fillStyle = '#c04020'
    ctx.fillRect(0, 0, width, height)
  }),
)
