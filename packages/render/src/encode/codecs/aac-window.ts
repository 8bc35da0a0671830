/** The kinds of elements that a packet of ours is made of. */
const CHANNEL_PAIR = 1
const FILL = 6

/** A filler as long as this says its length in another byte. */
const LONG_FILL = 15

/**
 * How an AAC packet blends into its neighbours: sequence and shape of its windows as one number. Undefined where both
 * channels have windows of their own, or where it is no pair of channels.
 */
export function readAacWindow(packet: Uint8Array): number | undefined {
  const bits = createBitReader(packet)
  let kind = bits.read(3)
  while (kind === FILL) {
    const short = bits.read(4)
    bits.skip(8 * (short < LONG_FILL ? short : LONG_FILL - 1 + bits.read(8)))
    kind = bits.read(3)
  }
  if (kind !== CHANNEL_PAIR) return undefined
  bits.skip(4)
  const isShared = bits.read(1) === 1
  if (!isShared) return undefined
  bits.skip(1)
  return bits.read(3)
}

function createBitReader(bytes: Uint8Array) {
  let at = 0
  return {
    read(count: number): number {
      let value = 0
      for (const end = at + count; at < end; at++)
        value = 2 * value + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
      return value
    },
    skip(count: number): void {
      at += count
    },
  }
}
