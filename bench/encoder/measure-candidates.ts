import { compareLuma, type LumaDifference } from '@songreel/render/testing/compare-luma.ts'
import { decodeLuma, type Luma, packRows, type SegmentCodec } from '@songreel/render/testing/decode-luma.ts'
import { encodeAgain } from '@songreel/render/testing/encode-again.ts'
import { measureBands } from '@songreel/render/testing/measure-bands.ts'
import type { PictureSpec } from '../../packages/render/src/encode/codecs/codec.ts'
import type { FrameSource } from '../../packages/render/src/encode/frame-source.ts'
import { copyPicture, type PictureBuffer } from '../../packages/render/src/encode/picture-buffer.ts'
import type { EncodedSegment } from '../../packages/render/src/encode/segments/encoded-segment.ts'
import type { Quality } from '../../packages/render/src/plan/render-plan.ts'
import type { Candidate } from './candidates.ts'
import { encodeInTurns } from './encode-in-turns.ts'

/** Every seventh picture is looked at: no multiple of the distance between P-frames, so all kinds of frames are met. */
const LOOK_EVERY = 7

/** What a file looks like, as it is played or behind the encoder of a platform. */
export type Seen = LumaDifference & {
  mbitPerSec: number
  /** Share of the dark parts that lies in bands at the size of a phone. */
  bands: number
}

/** What one candidate made of one scene. */
export type Reading = {
  name: string
  cpuMsPerFrame: number
  played: Seen
  /** Encoded again by stand-ins for platforms. */
  h264: Seen
  vp9: Seen
}

/** Draws some frames once, encodes them with every candidate in turn, decodes the results and compares. */
export function measureCandidates(
  source: FrameSource,
  frames: { start: number; count: number },
  candidates: Candidate[],
  quality: Quality,
): Reading[] {
  const { pictures, lumas } = drawPictures(source, frames)
  const { size, fps, isNoisy = false, isFine = false } = source
  const spec: PictureSpec = { size, fps, isNoisy, isFine, quality }
  const codecs = candidates.map(({ codec }) => codec)
  const encoded = encodeInTurns(pictures, codecs, spec)
  for (const picture of pictures) picture.free()
  const look = (segment: EncodedSegment, codec: SegmentCodec): Seen => ({
    mbitPerSec: (segment.bytes.length * 8 * fps) / 1e6 / frames.count,
    ...compareWith(lumas, segment, codec),
  })
  return encoded.map(({ segment, cpuMs }, i) => {
    const { name, segmentCodec } = candidates[i]!
    const post = (to: SegmentCodec) => look(encodeAgain(segment, segmentCodec, to, spec), to)
    const played = look(segment, segmentCodec)
    return { name, cpuMsPerFrame: cpuMs / frames.count, played, h264: post('h264'), vp9: post('vp9') }
  })
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

function compareWith(
  lumas: Map<number, Luma>,
  segment: EncodedSegment,
  codec: SegmentCodec,
): LumaDifference & { bands: number } {
  const sums = { ssim: 0, gradientError: 0, flatBefore: 0, flatAfter: 0, bands: 0 }
  decodeLuma(
    segment,
    (luma, frameIndex) => {
      const before = lumas.get(frameIndex)
      if (!before) return
      const difference = { ...compareLuma(before, luma), bands: measureBands(before, luma) }
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += difference[key] / lumas.size
    },
    codec,
  )
  return sums
}
