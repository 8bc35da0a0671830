import type { KeptSegment, MadeSegment, SegmentSearch, SegmentStore } from './segment-store.ts'

/** A store as a running render sees it: nothing in it ever fails, it only has nothing. */
export type SegmentSupply = {
  /** Part of every key. */
  readonly machine: string
  readonly candidates: readonly KeptSegment[]
  readonly comparesPixels: boolean
  findMade(index: number): Promise<string | undefined>
  take(key: string): Promise<Uint8Array | undefined>
  keep(segment: MadeSegment): Promise<void>
}

/** So many candidates travel to a render: an hour of video has 900 segments. */
const MAX_CANDIDATES = 4000
const MAX_FRAME_BYTES = 4096

/** Whether something is a SHA-256 in hex digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** What threads and processes are told of a supply before they draw. */
export type SegmentOffer = Pick<SegmentSupply, 'machine' | 'candidates' | 'comparesPixels'>

/** The part of a supply that is plain data. */
export function pickOffer({ machine, candidates, comparesPixels }: SegmentSupply): SegmentOffer {
  return { machine, candidates, comparesPixels }
}

/** Asks a store for candidates, and guards the render against whatever goes wrong with it. */
export async function openSupply(store: SegmentStore, search: SegmentSearch): Promise<SegmentSupply> {
  const listed = (await spare(() => store.listCandidates(search))) ?? []
  const candidates = listed.filter(isSound).slice(0, MAX_CANDIDATES)
  return {
    machine: search.machine,
    candidates,
    comparesPixels: store.comparesPixels ?? false,
    async findMade(index) {
      const key = await spare(() => store.findMade(index, search))
      return isDigest(key) ? key : undefined
    },
    take: (key) => spare(() => store.take(key)),
    keep: (segment) => spare(() => store.keep(segment, search)),
  }
}

function isSound({ key, frames, description }: KeptSegment): boolean {
  const isFitting = frames.length % 4 === 0 && frames.length <= MAX_FRAME_BYTES
  return isDigest(key) && isFitting && (description === null || isDigest(description))
}

/** The store reports its own troubles. */
async function spare<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
