import { MAX_SEGMENT_BYTES, type MadeSegment } from '../kept/segment-store.ts'
import { isDigest, type SegmentOffer, type SegmentSupply } from '../kept/segment-supply.ts'

/** What a running child asks its parent. Segments travel in messages: there is no name of a file that the parent would have to trust. */
export type ChildQuestion =
  | { kind: 'findMade'; index: number }
  | { kind: 'take'; key: string }
  | { kind: 'keep'; segment: MadeSegment }
  /** Which of so many segments is to be drawn next. */
  | { kind: 'next'; total: number }

/** Answers a child's questions. */
export type Answerer = (question: ChildQuestion) => Promise<unknown>

/** More segments than any video has. */
const MAX_INDEX = 100_000
const MAX_FRAME_BYTES = 4096

/**
 * The parent's side: hands on what may be asked. A child may have been taken over by a file that it decoded, so nothing that it
 * says is trusted: it gets only segments that it was offered, and leaves only what has the form of one.
 */
export function createAnswerer(
  supply: SegmentSupply,
  next: (total: number) => Promise<number | undefined> = async () => undefined,
): Answerer {
  const offered = new Set(supply.candidates.map(({ key }) => key))
  return async (question) => {
    if (question.kind === 'findMade' && isIndex(question.index)) {
      const key = await supply.findMade(question.index)
      if (key) offered.add(key)
      return key
    }
    if (question.kind === 'take' && offered.has(question.key)) return supply.take(question.key)
    if (question.kind === 'keep' && isSegment(question.segment)) {
      const { key, frames, description, index, bytes } = question.segment
      return supply.keep({ key, frames, description, index, bytes })
    }
    if (question.kind === 'next' && isIndex(question.total)) return next(question.total)
    return undefined
  }
}

/** The child's side: a supply whose answers come from the parent. */
export function askParent(offer: SegmentOffer, ask: Answerer): SegmentSupply {
  return {
    ...offer,
    findMade: async (index) => (await ask({ kind: 'findMade', index })) as string | undefined,
    take: async (key) => (await ask({ kind: 'take', key })) as Uint8Array | undefined,
    keep: async (segment) => void (await ask({ kind: 'keep', segment })),
  }
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MAX_INDEX
}

function isSegment(value: unknown): boolean {
  const { key, frames, description, index, bytes } = (value ?? {}) as Partial<MadeSegment>
  const isFramed = frames instanceof Uint8Array && frames.length <= MAX_FRAME_BYTES && frames.length % 4 === 0
  const isFilled = bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= MAX_SEGMENT_BYTES
  return (
    isDigest(key) && (description === null || isDigest(description)) && isIndex(index) && isFramed && isFilled
  )
}
