const FIRST_ROOM_BYTES = 1 << 14

/** Numbers and bytes in a row, each with its length, so that no two rows are alike by accident. */
export type CallLog = {
  number(value: number): void
  bytes(bytes: Uint8Array): void
  length(): number
  since(start: number): Uint8Array
  /** Forgets all that comes after so many bytes. */
  cut(length: number): void
}

/** An empty row, which grows as needed. */
export function createCallLog(): CallLog {
  let room = new Uint8Array(FIRST_ROOM_BYTES)
  let numbers = new DataView(room.buffer)
  let used = 0
  const reserve = (byteCount: number) => {
    if (used + byteCount <= room.length) return
    room = new Uint8Array(room.buffer.transfer(2 * (used + byteCount)))
    numbers = new DataView(room.buffer)
  }
  const number = (value: number) => {
    reserve(8)
    numbers.setFloat64(used, value, true)
    used += 8
  }
  return {
    number,
    bytes(bytes: Uint8Array) {
      number(bytes.length)
      reserve(bytes.length)
      room.set(bytes, used)
      used += bytes.length
    },
    length: () => used,
    since: (start: number) => room.subarray(start, used),
    cut(length: number) {
      used = length
    },
  }
}
