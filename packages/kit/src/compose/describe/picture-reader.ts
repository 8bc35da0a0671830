import { hash } from 'node:crypto'
import type { CallLog } from './call-log.ts'
import { listPlanes, type PictureKind, type Plane } from './picture-planes.ts'
import type { WatchedMemory } from './watched-memory.ts'

/** Writes into a log what pictures hold. */
export type PictureReader = {
  /** Notes a picture's measures, and lists its planes. */
  open(kind: PictureKind, address: number): Plane[]
  read(kind: PictureKind, address: number): void
  readPlane(plane: Plane): void
}

/** A reader that looks at each painting once: many calls draw the same few. */
export function createPictureReader(memory: WatchedMemory, log: CallLog): PictureReader {
  const painted = new Map<number, Uint8Array>()
  const readPlane = ({ address, byteCount }: Plane) => {
    const parts = memory.readContent(address, byteCount)
    log.number(parts.length)
    for (const part of parts) log.bytes(part)
  }
  const open = (kind: PictureKind, address: number) => {
    const { sizes, planes } = listPlanes(kind, memory.peek(address))
    for (const size of sizes) log.number(size)
    return planes
  }
  return {
    open,
    readPlane,
    read(kind, address) {
      const known = painted.get(address)
      if (known) {
        log.bytes(known)
        return
      }
      const start = log.length()
      for (const plane of open(kind, address)) readPlane(plane)
      if (!memory.isPainted(address)) return
      const digest = hash('sha256', log.since(start), 'buffer')
      painted.set(address, digest)
      log.cut(start)
      log.bytes(digest)
    },
  }
}
