import type { PictureReadings } from '../picture-meter.ts'

/** The packets of one segment on one piece of memory, so that a thread hands them over without a copy. */
export type EncodedSegment = {
  index: number
  frameCount: number
  bytes: Uint8Array<ArrayBuffer>
  sizes: Uint32Array<ArrayBuffer>
  /** In frames, counted from the start of the video. */
  pts: Int32Array<ArrayBuffer>
  dts: Int32Array<ArrayBuffer>
  isKey: Uint8Array<ArrayBuffer>
  /** The codec's header; the same for all segments of a video. */
  extradata: Uint8Array<ArrayBuffer>
}

/** A segment as the muxer takes it, and what was read from its pictures. */
export type DrawnSegment = {
  segment: EncodedSegment
  readings: PictureReadings
  /** True: it was not drawn now, but kept from before. */
  isKept: boolean
}

/** A segment of a part that begins with this frame of the video. */
export function moveSegment(segment: EncodedSegment, firstFrame: number): EncodedSegment {
  if (firstFrame === 0) return segment
  const move = (times: Int32Array<ArrayBuffer>) => times.map((time) => time + firstFrame)
  return { ...segment, pts: move(segment.pts), dts: move(segment.dts) }
}

const FIRST_ROOM_BYTES = 1 << 20

/** Collects packets into one growing piece of memory. */
export function createPacketStore() {
  let bytes = new Uint8Array(FIRST_ROOM_BYTES)
  let used = 0
  const sizes: number[] = []
  const pts: number[] = []
  const dts: number[] = []
  const isKey: number[] = []

  const forget = () => {
    used = 0
    for (const list of [sizes, pts, dts, isKey]) list.length = 0
  }

  return {
    byteCount: () => used,
    forget,
    add(data: Uint8Array, times: { pts: number; dts: number; isKey: boolean }): void {
      if (used + data.length > bytes.length) {
        bytes = new Uint8Array(bytes.buffer.transfer(Math.max(bytes.length * 2, used + data.length)))
      }
      bytes.set(data, used)
      used += data.length
      sizes.push(data.length)
      pts.push(times.pts)
      dts.push(times.dts)
      isKey.push(times.isKey ? 1 : 0)
    },
    /** Hands out what was collected and starts anew; the memory goes with it, so nothing waits for garbage collection. */
    take(index: number, extradata: Uint8Array): EncodedSegment {
      const segment = {
        index,
        frameCount: sizes.length,
        bytes: new Uint8Array(bytes.buffer.transfer(used)),
        sizes: Uint32Array.from(sizes),
        pts: Int32Array.from(pts),
        dts: Int32Array.from(dts),
        isKey: Uint8Array.from(isKey),
        extradata: Uint8Array.from(extradata),
      }
      bytes = new Uint8Array(FIRST_ROOM_BYTES)
      forget()
      return segment
    },
  }
}
