/** An MP4 whose edit list plays all of it again and again; `bytes` has its `moov` box at the end, as FFmpeg writes it. */
export function loopEdits(bytes: Buffer, times: number): Buffer {
  const path = ['moov', 'trak', 'edts', 'elst']
  const starts: number[] = []
  let from = 0
  for (const kind of path) {
    from = findBox(bytes, kind, from)
    starts.push(from)
    from += 8
  }
  const oldList = starts.at(-1)!
  const oldEnd = oldList + bytes.readUInt32BE(oldList)
  const entry = bytes.subarray(oldList + 16, oldList + 28)
  const list = Buffer.concat([
    bytes.subarray(oldList, oldList + 16),
    ...Array.from({ length: times }, () => entry),
  ])
  list.writeUInt32BE(list.length, 0)
  list.writeUInt32BE(times, 12)
  const looped = Buffer.concat([bytes.subarray(0, oldList), list, bytes.subarray(oldEnd)])
  const grown = list.length - (oldEnd - oldList)
  for (const start of starts.slice(0, -1)) looped.writeUInt32BE(bytes.readUInt32BE(start) + grown, start)
  return looped
}

function findBox(bytes: Buffer, kind: string, from: number): number {
  for (let at = from; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === kind) return at
  }
  throw new Error(`there is no ${kind} box`)
}
