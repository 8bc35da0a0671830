import { compareLuma, type LumaDifference } from '@songreel/render/testing/compare-luma.ts'
import { decodeLuma, type Luma, packRows } from '@songreel/render/testing/decode-luma.ts'
import type { FrameSource } from '../../packages/render/src/encode/frame-source.ts'
import { copyPicture, type PictureBuffer } from '../../packages/render/src/encode/picture-buffer.ts'
import type { Candidate } from './candidates.ts'
import { type EncodedInTurn, encodeInTurns } from './encode-in-turns.ts'

/** Every seventh picture is looked at: no multiple of the distance between P-frames, so all kinds of frames are met. */
const LOOK_EVERY = 7

/** What one candidate made of one scene. */
export type Reading = LumaDifference & { name: string; cpuMsPerFrame: number; mbitPerSec: number }

/** Draws some frames once, encodes them with every candidate in turn, decodes the results and compares. */
export function measureCandidates(
  source: FrameSource,
  frames: { start: number; count: number },
  candidates: Candidate[],
): Reading[] {
  const { pictures, lumas } = drawPictures(source, frames)
  const { size, fps, isNoisy = false } = source
  const codecs = candidates.map(({ codec }) => codec)
  const encoded = encodeInTurns(pictures, codecs, { size, fps, isNoisy, quality: 'FULL' })
  for (const picture of pictures) picture.free()
  const secs = frames.count / fps
  return encoded.map((each, i) => ({
    name: candidates[i]!.name,
    cpuMsPerFrame: each.cpuMs / frames.count,
    mbitPerSec: (each.segment.bytes.length * 8) / 1e6 / secs,
    ...compareWith(lumas, each),
  }))
}

function drawPictures(
  source: FrameSource,
  { start, count }: { start: number; count: number },
): { pictures: PictureBuffer[]; lumas: Map<number, Luma> } {
  const pictures: PictureBuffer[] = []
  const lumas = new Map<number, Luma>()
  for (let i = 0; i < count; i++) {
    const planes = source.draw(start + i)
    const picture = copyPicture(source.size, planes)
    picture.load(planes, i)
    pictures.push(picture)
    if (i % LOOK_EVERY === 0)
      lumas.set(i, { ...source.size, values: packRows(planes.y, planes.strideY, source.size) })
  }
  return { pictures, lumas }
}

function compareWith(lumas: Map<number, Luma>, { segment }: EncodedInTurn): LumaDifference {
  const sums: LumaDifference = { ssim: 0, gradientError: 0, flatBefore: 0, flatAfter: 0, nearlyFlatBefore: 0 }
  decodeLuma(segment, (luma, frameIndex) => {
    const before = lumas.get(frameIndex)
    if (!before) return
    const difference = compareLuma(before, luma)
    for (const key of Object.keys(sums) as (keyof LumaDifference)[]) sums[key] += difference[key] / lumas.size
  })
  return sums
}
