/** One drawn picture: YUV 4:2:0, bt709, limited range. The memory belongs to the source and changes with the next draw. */
export type Planes = { y: Uint8Array; u: Uint8Array; v: Uint8Array; strideY: number; strideC: number }

/** Anything that draws frames by number; a scene is one. */
export type FrameSource = {
  size: { width: number; height: number }
  fps: number
  frameCount: number
  /** True: the pictures are full of noise, as those of a camera. Default false. */
  isNoisy?: boolean
  /** True: the pictures are full of small dots or letters. Default false. */
  isFine?: boolean
  /** True: it leaves memory behind that is given back between two turns of the event loop. Default false. */
  leavesMemory?: boolean
  /** Exactly so much is to be spent, where the codec can; unset: as much as the pictures need. */
  bitRateMbps?: number
  draw(frameIndex: number): Planes
}

/** A run of frames, `end` not included. */
export type FrameRange = { start: number; end: number }

/** The ranges of a part of a video. Where another part follows, its last segment is no mere scrap, which an encoder would order differently. */
export function planChapterSegments(
  frameCount: number,
  framesPerSegment: number,
  hasOthers: boolean,
): FrameRange[] {
  const segments = planSegments(frameCount, framesPerSegment)
  const [before, last] = segments.slice(-2)
  if (!hasOthers || !before || !last || last.end - last.start >= framesPerSegment / 4) return segments
  const middle = Math.ceil((before.start + last.end) / 2)
  return [...segments.slice(0, -2), { start: before.start, end: middle }, { start: middle, end: last.end }]
}

/** The ranges of all segments; their length depends on the format alone, never on the number of threads. */
export function planSegments(frameCount: number, framesPerSegment: number): FrameRange[] {
  const segments: FrameRange[] = []
  for (let start = 0; start < frameCount; start += framesPerSegment) {
    segments.push({ start, end: Math.min(frameCount, start + framesPerSegment) })
  }
  return segments
}
