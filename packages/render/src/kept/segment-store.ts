/**
 * A segment in a store, and what tells without reading it whether a stretch of a video looks the same. Its key is a SHA-256 of
 * all that decides its bytes (engine, machine kind, encoder settings, and every frame's pixels or description), so equal keys mean equal bytes.
 */
export type KeptSegment = {
  /** 64 hex digits. */
  key: string
  /**
   * Four bytes of each frame's hash: of every frame, so that a stretch that differs is noticed at its first other frame; or of a single
   * one, where a description tells the rest. At most 4 KB.
   */
  frames: Uint8Array
  /** 64 hex digits: what the layers were told to draw. A stretch with the same needs no drawing. Null: not all layers can tell. */
  description: string | null
}

/** A segment that was just drawn and encoded. */
export type MadeSegment = KeptSegment & {
  /** Its number in the video, from 0. */
  index: number
  /** What `take` gives back later: opaque, a few MB, at most `MAX_SEGMENT_BYTES`. */
  bytes: Uint8Array
}

/** What a render asks for, before it draws. */
export type SegmentSearch = {
  /** 64 hex digits: template, size, frame rate, format, quality and song, engine and machine kind. An edited video is of the same line. */
  line: string
  machine: string
}

/**
 * Where one render finds segments that were made before and leaves those that it makes. It lives in the caller's process: the
 * contained one that draws asks by messages, and never sees another segment than those it finds. Whoever opens a store for a render
 * knows its organization and its work key. A call that fails counts as "there is none": kept segments save time and
 * never fail a render.
 */
export type SegmentStore = {
  /** True: descriptions are not relied on, every frame is drawn and compared. For those who want to see that both ways agree. */
  readonly comparesPixels?: boolean
  /** Segments of the line that may fit, at any place in the video, the most recently used first; some thousand at most. Asked once. */
  listCandidates(search: SegmentSearch): Promise<readonly KeptSegment[]>
  /**
   * The key of this very work's own segment, made by an earlier run or by another worker on this machine kind. Asked right before it
   * would be drawn, and may take its time while another worker is making it. Undefined: it is to be drawn.
   */
  findMade(index: number, search: SegmentSearch): Promise<string | undefined>
  /** A segment's bytes; undefined if it is gone. The engine checks hash, key and form itself: whatever is wrong with it, it is made anew. */
  take(key: string): Promise<Uint8Array | undefined>
  /** Called once for every segment that was drawn, while the render goes on. A key that is there already is noted for this work, too. */
  keep(segment: MadeSegment, search: SegmentSearch): Promise<void>
}

/** Larger ones are not kept: uncompressed masters, which cost more to store than to make. */
export const MAX_SEGMENT_BYTES = 32 * 1024 ** 2
