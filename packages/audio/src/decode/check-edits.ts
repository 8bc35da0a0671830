import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'

/** Real edit lists have one entry, or one for each cut of an editor. */
const MAX_EDITS = 1000

/** They may play a part twice; a list that plays the track more often than this was made to keep somebody busy. */
const MAX_ROUNDS = 2
/** Very short tracks are rounded by so much. */
const SLACK_SECS = 5

/** The index of two hours of sound has some 10 MB. */
const MAX_INDEX_BYTES = 128 * 1024 ** 2

/** Refuses an MP4 or MOV whose edit list plays the same stretch over and over: a few bytes would last for hours. */
export async function checkEdits(path: string): Promise<void> {
  const name = basename(path)
  const index = await readIndex(path, name)
  if (!index) return
  const header = findBox(index, 'mvhd')
  const ticksPerSec = header ? readTicksPerSec(header) : 0
  for (const track of listBoxes(index).filter(({ kind }) => kind === 'trak'))
    checkTrack(track.body, ticksPerSec, name)
}

function checkTrack(track: Buffer, ticksPerSec: number, name: string): void {
  const list = findBox(track, 'edts', 'elst')
  const media = findBox(track, 'mdia', 'mdhd')
  if (!list || !media || list.length < 8) return
  const mediaTicksPerSec = readTicksPerSec(media)
  const trackSecs = mediaTicksPerSec > 0 ? countTicks(track) / mediaTicksPerSec : 0
  const edits = readEdits(list)
  // An entry without a length plays to the track's end; one that starts before the track (-1) is a pause.
  const playedSecs = edits
    .filter(({ startTicks }) => startTicks >= 0)
    .reduce(
      (sum, { ticks }) =>
        sum + Math.min(trackSecs, ticks > 0 && ticksPerSec > 0 ? ticks / ticksPerSec : trackSecs),
      0,
    )
  if (edits.length <= MAX_EDITS && playedSecs <= MAX_ROUNDS * trackSecs + SLACK_SECS) return
  const seen = `an edit list of ${edits.length} entries that plays ${round(trackSecs)} s again and again, for ${round(playedSecs)} s`
  throw new RenderError('ASSET_CORRUPT', `${name} is damaged: it has ${seen}.`, {
    advice: 'Export the file again, without edits.',
    file: name,
    edits: edits.length,
    playedSecs: round(playedSecs),
  })
}

/** The `moov` box, in memory: all that says how the file is to be played. */
async function readIndex(path: string, name: string): Promise<Buffer | undefined> {
  await using file = await open(path, 'r')
  const { size: fileBytes } = await file.stat()
  const head = Buffer.alloc(16)
  for (let at = 0; at + 8 <= fileBytes; ) {
    await file.read(head, 0, 16, at)
    const { kind, bytes, headBytes } = readHead(head, fileBytes - at)
    if (bytes < headBytes) return undefined
    if (kind !== 'moov') {
      at += bytes
      continue
    }
    const length = Math.min(bytes, fileBytes - at) - headBytes
    if (length > MAX_INDEX_BYTES) {
      const seen = `its index has ${Math.round(length / 1024 ** 2)} MB`
      throw new RenderError('ASSET_CORRUPT', `${name} is damaged: ${seen}.`, {
        advice: 'Export the file again.',
        file: name,
      })
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at + headBytes)
    return buffer.subarray(0, bytesRead)
  }
  return undefined
}

type Box = { kind: string; body: Buffer }

function listBoxes(parent: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= parent.length; ) {
    const { kind, bytes, headBytes } = readHead(parent.subarray(at), parent.length - at)
    if (bytes < headBytes) break
    boxes.push({ kind, body: parent.subarray(at + headBytes, at + bytes) })
    at += bytes
  }
  return boxes
}

function findBox(parent: Buffer, ...kinds: string[]): Buffer | undefined {
  let found: Buffer | undefined = parent
  for (const kind of kinds) found = found && listBoxes(found).find((box) => box.kind === kind)?.body
  return found
}

/** Size 1 means a 64-bit size follows, size 0 means "to the end". */
function readHead(bytes: Buffer, rest: number): { kind: string; bytes: number; headBytes: number } {
  const kind = bytes.toString('latin1', 4, 8)
  const size = bytes.readUInt32BE(0)
  if (size === 1 && bytes.length >= 16)
    return { kind, bytes: Number(bytes.readBigUInt64BE(8)), headBytes: 16 }
  return { kind, bytes: size === 0 ? rest : size, headBytes: 8 }
}

/** `mvhd` and `mdhd` begin alike; version 1 has 64-bit times. */
function readTicksPerSec(header: Buffer): number {
  const at = header[0] === 1 ? 20 : 12
  return header.length >= at + 4 ? header.readUInt32BE(at) : 0
}

/** The length of what is there, packet by packet: edits are counted in it, whatever the header says. */
function countTicks(track: Buffer): number {
  const times = findBox(track, 'mdia', 'minf', 'stbl', 'stts')
  if (!times || times.length < 8) return 0
  const count = Math.min(times.readUInt32BE(4), Math.floor((times.length - 8) / 8))
  let ticks = 0
  for (let i = 0; i < count; i++) ticks += times.readUInt32BE(8 + 8 * i) * times.readUInt32BE(12 + 8 * i)
  return ticks
}

function readEdits(list: Buffer): { ticks: number; startTicks: number }[] {
  const isLong = list[0] === 1
  const entryBytes = isLong ? 20 : 12
  const count = Math.min(list.readUInt32BE(4), Math.floor((list.length - 8) / entryBytes))
  return Array.from({ length: count }, (_, i) => {
    const at = 8 + i * entryBytes
    return isLong
      ? { ticks: Number(list.readBigUInt64BE(at)), startTicks: Number(list.readBigInt64BE(at + 8)) }
      : { ticks: list.readUInt32BE(at), startTicks: list.readInt32BE(at + 4) }
  })
}

function round(secs: number): number {
  return Math.round(secs * 10) / 10
}
