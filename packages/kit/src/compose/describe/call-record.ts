import { hash } from 'node:crypto'
import { TARGET, TEXTURE } from '../kernels/kernel-layout.ts'
import { type CallLog, createCallLog } from './call-log.ts'
import type { KernelUse } from './kernel-uses.ts'
import type { PictureKind } from './picture-planes.ts'
import { createPictureReader } from './picture-reader.ts'
import type { WatchedMemory } from './watched-memory.ts'

/** Collects what kernel calls would do, in their order. */
export type CallRecord = {
  /** Starts a call; what follows on what it returns is noted for it. */
  begin(kernel: number): KernelUse
  /** Ends it: what would be drawn stays in the record, what would be written is noted as the memory's content. */
  end(): void
  /** A digest of all that would be drawn since the last one; null if that cannot be told. */
  take(): Uint8Array | null
}

/** What is known of the call at hand. */
type Call = { isDrawn: boolean; isKnown: boolean; written: number[] }

const CLIP = [TARGET.clipLeft, TARGET.clipTop, TARGET.clipRight, TARGET.clipBottom]

/** An empty record over this memory. */
export function createCallRecord(memory: WatchedMemory): CallRecord {
  const log = createCallLog()
  const call: Call = { isDrawn: false, isKnown: true, written: [] }
  const use = createUse(memory, log, call)
  let isKnown = true
  let start = 0

  return {
    begin(kernel) {
      start = log.length()
      call.isDrawn = false
      call.isKnown = true
      call.written.length = 0
      log.number(kernel)
      return use
    },
    end() {
      const symbol = call.written.length > 0 && hash('sha256', log.since(start), 'buffer')
      for (const [i, address] of call.written.entries()) {
        // Planes of one picture differ in their number.
        const isOurs = symbol && memory.note(address, Buffer.concat([symbol, Buffer.of(i)]))
        if (!isOurs) call.isKnown = false
      }
      if (!call.isDrawn) log.cut(start)
      isKnown &&= call.isKnown
    },
    take() {
      const digest = isKnown ? hash('sha256', log.since(0), 'buffer') : null
      log.cut(0)
      isKnown = true
      return digest
    },
  }
}

function createUse(memory: WatchedMemory, log: CallLog, call: Call): KernelUse {
  const field = (address: number, at: number) => memory.peek(address)[at] ?? 0
  const { open, read, readPlane } = createPictureReader(memory, log)
  const write = (kind: PictureKind, address: number) => {
    call.written.push(...open(kind, address).map((plane) => plane.address))
    return use
  }

  const use: KernelUse = {
    frame(target) {
      call.isDrawn = true
      for (const at of CLIP) log.number(field(target, at))
      return use
    },
    values(...values) {
      for (const value of values) log.number(value)
      return use
    },
    sprite(address) {
      read('SPRITE', address)
      return use
    },
    texture(address) {
      read('TEXTURE', address)
      return use
    },
    levels(address) {
      for (const plane of open('TEXTURE', address).slice(0, 1)) readPlane(plane)
      return use
    },
    reads(address, byteCount) {
      if (address === 0) log.number(-1)
      else readPlane({ address, byteCount })
      return use
    },
    readsAll: (address) => use.reads(address, memory.countBytes(address)),
    writes(address) {
      call.written.push(address)
      return use
    },
    changes: (address) => use.reads(address, 0).writes(address),
    writesTexture: (address) => write('TEXTURE', address),
    changesTexture: (address) => use.texture(address).writesTexture(address),
    writesSprite: (address) => write('SPRITE', address),
    changesSprite: (address) => use.sprite(address).writesSprite(address),
    fails() {
      call.isKnown = false
      return use
    },
    rowsOf: (address, kind) => field(address, kind === 'FRAME' ? TARGET.height : TEXTURE.height),
    measurePlanes(target) {
      const height = field(target, TARGET.height)
      const lumaBytes = field(target, TARGET.strideY) * height
      return { lumaBytes, chromaBytes: (field(target, TARGET.strideC) * height) / 2 }
    },
    samplesOf: (texture) => field(texture, TEXTURE.width) * field(texture, TEXTURE.height),
    findOffset: memory.findOffset,
  }
  return use
}
