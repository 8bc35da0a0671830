import { createHash } from 'node:crypto'
import type { KeptSegment } from '../../kept/segment-store.ts'
import type { FrameRange, FrameSource } from '../frame-source.ts'
import { createFrameHasher, type FrameHasher, SHORT_HASH_BYTES } from './hash-frame.ts'
import { deriveSegmentKey } from './segment-key.ts'

/** A source that can also tell what a frame would show, without drawing it; null where it can't. */
export type DescribedSource = FrameSource & { describe?(frameIndex: number): Uint8Array | null }

/** What is known of a stretch before it is encoded. */
export type Stretch = {
  /** The kept segment that it looks like. */
  key: string | undefined
  description: string | null
  /** Hashes of frames that were drawn, by their number in the stretch. */
  hashes: Uint8Array[]
}

/** Looks for kept segments that look like a stretch of a scene, and names those that are made. */
export type SegmentFinder = {
  find(range: FrameRange, options: { mayFind: boolean }): Stretch
  /** Notes a frame on its way to the encoder. */
  note(stretch: Stretch, index: number, frameCount: number, planes: Parameters<FrameHasher>[0]): void
  identify(stretch: Stretch, frameCount: number): KeptSegment
}

/** A finder among these candidates; `settings` are all that decides a segment's bytes besides its frames. */
export function createSegmentFinder(
  source: DescribedSource,
  candidates: readonly KeptSegment[],
  settings: string,
): SegmentFinder {
  const hashFrame = createFrameHasher(source.size)
  const described = new Map(candidates.map((each) => [each.description, each]))
  const compared = candidates.filter(({ description }) => description === null)
  const compare = createComparison(source, hashFrame, compared)

  /** One frame is drawn after all and must look as it did: no fault in a description goes unnoticed for long. */
  const looksAlike = (
    range: FrameRange,
    description: string,
    { frames }: KeptSegment,
    hashes: Uint8Array[],
  ) => {
    const at = chooseSample(description, range.end - range.start)
    const hash = hashFrame(source.draw(range.start + at))
    hashes[at] = hash
    return frames.length === SHORT_HASH_BYTES && readShort(frames, 0) === readShort(hash, 0)
  }

  return {
    find(range, { mayFind }) {
      const description = describeStretch(source, range, settings)
      const hashes: Uint8Array[] = []
      if (!mayFind) return { key: undefined, description, hashes }
      if (description === null) return { ...compare(range, settings), description }
      const known = described.get(description)
      const isFound = known && looksAlike(range, description, known, hashes)
      return { key: isFound ? known.key : undefined, description, hashes }
    },
    note({ description, hashes }, index, frameCount, planes) {
      const isWanted = description === null || index === chooseSample(description, frameCount)
      if (isWanted) hashes[index] ??= hashFrame(planes)
    },
    identify({ description, hashes }, frameCount) {
      if (description === null) {
        return { key: deriveSegmentKey(settings, hashes), frames: joinShortHashes(hashes), description }
      }
      const sample = hashes[chooseSample(description, frameCount)]!
      return {
        key: deriveSegmentKey(settings, [Buffer.from(description, 'hex')]),
        frames: joinShortHashes([sample]),
        description,
      }
    },
  }
}

/** Draws a stretch as long as some candidate still looks the same: it is known at the first other frame that it is none of them. */
function createComparison(source: FrameSource, hashFrame: FrameHasher, candidates: readonly KeptSegment[]) {
  const byFirstFrame = Map.groupBy(candidates, ({ frames }) => readShort(frames, 0))
  return ({ start, end }: FrameRange, settings: string): Pick<Stretch, 'key' | 'hashes'> => {
    const hashes: Uint8Array[] = []
    const byteCount = (end - start) * SHORT_HASH_BYTES
    let fitting = candidates
    for (let i = 0; i < end - start && fitting.length > 0; i++) {
      const hash = hashFrame(source.draw(start + i))
      const short = readShort(hash, 0)
      hashes.push(hash)
      fitting =
        i === 0
          ? (byFirstFrame.get(short) ?? []).filter(({ frames }) => frames.length === byteCount)
          : fitting.filter(({ frames }) => readShort(frames, i) === short)
    }
    if (fitting.length === 0) return { key: undefined, hashes }
    const key = deriveSegmentKey(settings, hashes)
    return { key: fitting.some((each) => each.key === key) ? key : undefined, hashes }
  }
}

function describeStretch(
  source: DescribedSource,
  { start, end }: FrameRange,
  settings: string,
): string | null {
  const hash = createHash('sha256').update(`${settings}\n${end - start}\n`)
  for (let frameIndex = start; frameIndex < end; frameIndex++) {
    const description = source.describe?.(frameIndex)
    if (!description) return null
    hash.update(description)
  }
  return hash.digest('hex')
}

/** Another one for every stretch. */
function chooseSample(description: string, frameCount: number): number {
  return Number.parseInt(description.slice(0, 8), 16) % frameCount
}

function joinShortHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * SHORT_HASH_BYTES)
  for (const [i, hash] of hashes.entries()) {
    joined.set(hash.subarray(0, SHORT_HASH_BYTES), i * SHORT_HASH_BYTES)
  }
  return joined
}

function readShort(bytes: Uint8Array, index: number): number {
  const at = index * SHORT_HASH_BYTES
  if (bytes.byteLength < at + SHORT_HASH_BYTES) return -1
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
}
