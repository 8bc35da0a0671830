/** Takes samples in pieces of any length and hands them on as overlapping frames. */
export type Framer = {
  push(samples: Float32Array): void
  /** Hands on the frames that reach beyond the last sample; what lies beyond is silent. */
  finish(): void
}

/** Frame i is centred on sample `i * hop`: what is drawn at a moment shows the sound around that moment. */
export function createFramer(size: number, hop: number, onFrame: (frame: Float32Array) => void): Framer {
  const half = size / 2
  let buffer = new Float32Array(size * 4)
  let filled = half
  let samplesLeft = 0

  const drain = () => {
    let start = 0
    while (filled - start >= size && samplesLeft > 0) {
      onFrame(buffer.subarray(start, start + size))
      start += hop
      samplesLeft -= hop
    }
    buffer.copyWithin(0, start, filled)
    filled -= start
  }
  const append = (samples: Float32Array) => {
    if (filled + samples.length > buffer.length) {
      const larger = new Float32Array(2 * (filled + samples.length))
      larger.set(buffer.subarray(0, filled))
      buffer = larger
    }
    buffer.set(samples, filled)
    filled += samples.length
  }
  return {
    push(samples) {
      append(samples)
      samplesLeft += samples.length
      drain()
    },
    finish() {
      append(new Float32Array(size))
      drain()
    },
  }
}
