import { createHash } from 'node:crypto'
import { MAX_SEGMENT_BYTES } from '../../kept/segment-store.ts'
import type { SegmentSupply } from '../../kept/segment-supply.ts'
import { ENGINE_VERSION } from '../../plan/engine-version.ts'
import type { AudioPacket } from './audio-encoder.ts'
import type { SoundInput } from './encode-sound.ts'

// The sound of a video, kept beside its segments: packets that are known to hold their peak, which took several attempts to find.
//
//   "songsnd1", key (32 bytes), and 32 bits each: count of packets, bytes of all packets
//   for each packet 32 bits each: size, pts, samples; packets, SHA-256 of all of this

const MAGIC = Buffer.from('songsnd1')
const HEAD_BYTES = MAGIC.length + 32 + 2 * 4
const CHECK_BYTES = 32

/** Its number among the segments of its video; no video has so many. */
const SOUND_INDEX = 99_999

/** A digest of all that decides the sound's packets. */
export function deriveSoundKey({ sound, codec, durationSecs }: SoundInput, machine: string): string {
  const { songSha256, excerpt, songSecs, loudness, fades } = sound
  const played = [songSha256, excerpt.startSecs, songSecs, loudness, fades, durationSecs]
  return createHash('sha256')
    .update(`sound ${JSON.stringify([ENGINE_VERSION, machine, codec, played])}`)
    .digest('hex')
}

/** The packets that were kept under this key, if there are any. */
export async function takeSound(supply: SegmentSupply, key: string): Promise<AudioPacket[] | undefined> {
  if (!supply.candidates.some((each) => each.key === key)) return undefined
  const file = await supply.take(key)
  return file && readSoundFile(file, key)
}

/** Keeps packets for the next version of the video. */
export async function keepSound(
  supply: SegmentSupply,
  key: string,
  packets: readonly AudioPacket[],
): Promise<void> {
  const bytes = writeSoundFile(packets, key)
  if (bytes)
    await supply.keep({ key, frames: new Uint8Array(4), description: key, index: SOUND_INDEX, bytes })
}

/** Packets for later; undefined if there are too many. */
export function writeSoundFile(packets: readonly AudioPacket[], key: string): Uint8Array | undefined {
  const packetBytes = packets.reduce((sum, { data }) => sum + data.length, 0)
  const totalBytes = HEAD_BYTES + packets.length * 12 + packetBytes + CHECK_BYTES
  if (totalBytes > MAX_SEGMENT_BYTES) return undefined
  const file = Buffer.alloc(totalBytes)
  const head = Buffer.concat([MAGIC, Buffer.from(key, 'hex')])
  head.copy(file)
  file.writeUInt32LE(packets.length, head.length)
  file.writeUInt32LE(packetBytes, head.length + 4)
  let at = HEAD_BYTES
  for (const { data, pts, samples } of packets) {
    file.writeUInt32LE(data.length, at)
    file.writeInt32LE(pts, at + 4)
    file.writeUInt32LE(samples, at + 8)
    at += 12
  }
  for (const { data } of packets) {
    file.set(data, at)
    at += data.length
  }
  hash(file.subarray(0, at)).copy(file, at)
  return file
}

/** Reads kept packets; undefined unless the file is whole, has this key, and its packets follow each other. */
export function readSoundFile(bytes: Uint8Array, key: string): AudioPacket[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < HEAD_BYTES + CHECK_BYTES || file.length > MAX_SEGMENT_BYTES) return undefined
  const head = Buffer.concat([MAGIC, Buffer.from(key, 'hex')])
  const isWhole = hash(file.subarray(0, -CHECK_BYTES)).equals(file.subarray(-CHECK_BYTES))
  if (!isWhole || !head.equals(file.subarray(0, head.length))) return undefined
  const count = file.readUInt32LE(head.length)
  const packetBytes = file.readUInt32LE(head.length + 4)
  if (HEAD_BYTES + count * 12 + packetBytes + CHECK_BYTES !== file.length) return undefined
  const packets: AudioPacket[] = []
  let from = HEAD_BYTES + count * 12
  let lastPts = Number.NEGATIVE_INFINITY
  for (let at = HEAD_BYTES; at < HEAD_BYTES + count * 12; at += 12) {
    const size = file.readUInt32LE(at)
    const pts = file.readInt32LE(at + 4)
    const samples = file.readUInt32LE(at + 8)
    const isSound = pts > lastPts && from + size <= file.length - CHECK_BYTES && samples > 0 && samples < 1e6
    if (!isSound) return undefined
    packets.push({ data: Uint8Array.from(file.subarray(from, from + size)), pts, samples })
    from += size
    lastPts = pts
  }
  return from === file.length - CHECK_BYTES ? packets : undefined
}

function hash(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
