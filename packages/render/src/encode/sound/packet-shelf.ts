import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { AudioPacket } from './audio-encoder.ts'

/** Keeps encoded sound while it is measured. */
export type PacketShelf = {
  add(packets: AudioPacket[]): void
  /** All that was kept; null if it was too much. */
  take(): AudioPacket[] | null
  close(): void
}

/** A shelf in memory up to a size; with a file, of any size, whose bytes are read when they are needed. */
export function openShelf(file: string | undefined, mostBytes: number): PacketShelf {
  return file === undefined ? keepInMemory(mostBytes) : keepInFile(file)
}

function keepInMemory(mostBytes: number): PacketShelf {
  let kept: AudioPacket[] | null = []
  let keptBytes = 0
  return {
    add(packets) {
      keptBytes += packets.reduce((bytes, { data }) => bytes + data.length, 0)
      kept = keptBytes <= mostBytes ? (kept?.concat(packets) ?? null) : null
    },
    take: () => kept,
    close: () => undefined,
  }
}

/** An hour of sound is 110 MB and 170,000 packets: what stays in memory are their places. */
function keepInFile(path: string): PacketShelf {
  const file = openSync(path, 'w+')
  // Nobody else needs its name, and without one it ends with this process.
  rmSync(path)
  const kept: AudioPacket[] = []
  let end = 0
  let isOpen = true
  return {
    add(packets) {
      for (const { data, pts, samples } of packets) {
        writeSync(file, data, 0, data.length, end)
        kept.push(new ShelvedPacket({ file, start: end, length: data.length }, pts, samples))
        end += data.length
      }
    },
    take: () => kept,
    close() {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

type Place = { file: number; start: number; length: number }

/** A packet whose bytes lie in a file. There are many thousands: a class without objects of its own takes the least memory for each. */
class ShelvedPacket implements AudioPacket {
  readonly pts: number
  readonly samples: number
  readonly #file: number
  readonly #start: number
  readonly #length: number

  constructor({ file, start, length }: Place, pts: number, samples: number) {
    this.pts = pts
    this.samples = samples
    this.#file = file
    this.#start = start
    this.#length = length
  }

  get data(): Uint8Array {
    const data = new Uint8Array(this.#length)
    readSync(this.#file, data, 0, data.length, this.#start)
    return data
  }
}
