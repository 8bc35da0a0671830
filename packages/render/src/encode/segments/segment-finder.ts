import type { KeptSegment } from '../../kept/segment-store.ts'
import type { FrameRange, FrameSource } from '../frame-source.ts'
import { createFrameHasher, type FrameHasher, SHORT_HASH_BYTES } from './hash-frame.ts'
import { deriveSegmentKey } from './segment-key.ts'

/** Compares stretches of a scene with kept segments, frame by frame. */
export type SegmentFinder = {
  hashFrame: FrameHasher
  /**
   * Draws a stretch as long as some candidate still looks the same. Either it is one of them (`key`), or it is known at the first
   * other frame that it is none; the hashes of the frames until there need not be computed again.
   */
  find(range: FrameRange): { key: string | undefined; hashes: Uint8Array[] }
  /** The key of a stretch with these frames. */
  deriveKey(hashes: readonly Uint8Array[]): string
}

/** A finder among these candidates; `settings` are all that decides a segment's bytes besides its frames. */
export function createSegmentFinder(
  source: FrameSource,
  candidates: readonly KeptSegment[],
  settings: string,
): SegmentFinder {
  const hashFrame = createFrameHasher(source.size)
  const byFirstFrame = Map.groupBy(candidates, ({ frames }) => readShort(frames, 0))
  const deriveKey = (hashes: readonly Uint8Array[]) => deriveSegmentKey(settings, hashes)

  return {
    hashFrame,
    deriveKey,
    find({ start, end }) {
      const hashes: Uint8Array[] = []
      if (candidates.length === 0) return { key: undefined, hashes }
      let fitting: readonly KeptSegment[] = []
      for (let frameIndex = start; frameIndex < end; frameIndex++) {
        const hash = hashFrame(source.draw(frameIndex))
        const short = readShort(hash, 0)
        const at = hashes.push(hash) - 1
        fitting =
          at === 0
            ? (byFirstFrame.get(short) ?? []).filter(
                ({ frames }) => frames.length === (end - start) * SHORT_HASH_BYTES,
              )
            : fitting.filter(({ frames }) => readShort(frames, at) === short)
        if (fitting.length === 0) return { key: undefined, hashes }
      }
      const key = deriveKey(hashes)
      return { key: fitting.some((each) => each.key === key) ? key : undefined, hashes }
    },
  }
}

/** The short hashes of a stretch's frames in a row, for later comparisons. */
export function joinShortHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * SHORT_HASH_BYTES)
  for (const [i, hash] of hashes.entries()) {
    joined.set(hash.subarray(0, SHORT_HASH_BYTES), i * SHORT_HASH_BYTES)
  }
  return joined
}

function readShort(bytes: Uint8Array, index: number): number {
  const at = index * SHORT_HASH_BYTES
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
}
