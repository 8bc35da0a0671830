import type { Box } from '@songreel/kit/core'
import { planFrame } from '@songreel/kit/drawing'
import type { ScenePlan } from '../scene/build-scene.ts'
import { type FoundText, findText } from './find-text.ts'
import { type FrameRgb, measureContrast, type TextContrast } from './measure-contrast.ts'

/** What a few frames of the video show. */
export type FrameFacts = {
  hasText: boolean
  /** A line that leaves the safe box. */
  stray: string | null
  /** The line that stands out least; null where none can be measured. */
  weakest: TextContrast | null
  /** Whether the first frame is the cover and nothing else. */
  startsWithCover: boolean
}

/** The composition is the same at every size, so a small one is enough, and cheap. */
const SHORT_SIDE_PX = 360
/** Where in the video: players stop on the first frame, lists show the last. */
const MOMENTS = [0, 0.25, 0.5, 0.75, 1]
/** Anti-aliasing on either side, at this small size. */
const TOLERANCE_PX = 2

/** Draws a few frames once more, small, and looks at the type on them. */
export async function lookAtFrames({ before: _, ...plan }: ScenePlan): Promise<FrameFacts> {
  const { width, height } = plan.size
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(width, height))
  const even = (px: number) => 2 * Math.max(1, Math.round((px * scale) / 2))
  const size = { width: even(width), height: even(height) }
  const { safe } = planFrame(size)
  const contrasts: TextContrast[] = []
  let startsWithCover = false
  const frames = [...new Set(MOMENTS.map((share) => Math.round(share * (plan.frameCount - 1))))]
  const found = await findText({ ...plan, size }, frames, ({ frameIndex, ...drawn }, texts) => {
    const frame = { ...drawn, ...size }
    contrasts.push(...measureContrast(texts, frame))
    if (frameIndex === 0) startsWithCover = isCover(frame, plan)
  })
  const stray = found.find(({ ink }) => !isInside(ink, safe))
  const [weakest = null] = contrasts.toSorted((a, b) => a.ratio - b.ratio)
  return { hasText: found.some(isSeen), stray: stray?.text ?? null, weakest, startsWithCover }
}

function isSeen({ text }: FoundText): boolean {
  return text.trim() !== ''
}

function isInside(ink: Box, safe: Box): boolean {
  return (
    ink.x >= safe.x - TOLERANCE_PX &&
    ink.y >= safe.y - TOLERANCE_PX &&
    ink.x + ink.width <= safe.x + safe.width + TOLERANCE_PX &&
    ink.y + ink.height <= safe.y + safe.height + TOLERANCE_PX
  )
}

const CELLS = 16
/** Mean difference of cells, of 255: another crop or a veil is more. */
const SAME_PICTURE = 6

/** Compares a frame with the cover's middle, cell by cell. */
function isCover({ rgb, width, height }: FrameRgb, { cover: { picture } }: ScenePlan): boolean {
  const ratio = Math.min(picture.width / width, picture.height / height)
  const left = (picture.width - width * ratio) / 2
  const top = (picture.height - height * ratio) / 2
  let difference = 0
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const x = Math.floor((((cell % CELLS) + 0.5) * width) / CELLS)
    const y = Math.floor(((Math.floor(cell / CELLS) + 0.5) * height) / CELLS)
    const at = (y * width + x) * 3
    const from = (Math.floor(top + y * ratio) * picture.width + Math.floor(left + x * ratio)) * 4
    for (const axis of [0, 1, 2])
      difference += Math.abs((rgb[at + axis] ?? 0) - (picture.pixels[from + axis] ?? 0))
  }
  return difference / (3 * CELLS * CELLS) < SAME_PICTURE
}
