/** One drawn picture: YUV 4:2:0, bt709, limited range. The memory belongs to the source and changes with the next draw. */
export type Planes = { y: Uint8Array; u: Uint8Array; v: Uint8Array; strideY: number; strideC: number }

/** Anything that draws frames by number; a scene is one. */
export type FrameSource = {
  size: { width: number; height: number }
  fps: number
  frameCount: number
  /** True: the pictures are full of noise, as those of a camera. Default false. */
  isNoisy?: boolean
  /** Exactly so much is to be spent, where the codec can; unset: as much as the pictures need. */
  bitRateMbps?: number
  draw(frameIndex: number): Planes
}

/** A run of frames, `end` not included. */
export type FrameRange = { start: number; end: number }

/** The ranges of all segments; their length depends on the format alone, never on the number of threads. */
export function planSegments(frameCount: number, framesPerSegment: number): FrameRange[] {
  const segments: FrameRange[] = []
  for (let start = 0; start < frameCount; start += framesPerSegment) {
    segments.push({ start, end: Math.min(frameCount, start + framesPerSegment) })
  }
  return segments
}
