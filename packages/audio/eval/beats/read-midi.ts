/** A MIDI file as far as beats are concerned; times in ticks. */
export type MidiSong = {
  ticksPerQuarter: number
  tempos: { tick: number; secsPerQuarter: number }[]
  meters: { tick: number; beats: number; unit: number }[]
  /** Key signatures: how many sharps (flats count down), and whether it says minor. */
  signatures: { sharps: number; isMinor: boolean }[]
  notes: { tick: number; endTick: number; channel: number; key: number }[]
}

/** Reads a standard MIDI file (format 0 or 1); throws if it is none. */
export function readMidi(bytes: Buffer): MidiSong {
  if (bytes.toString('latin1', 0, 4) !== 'MThd') throw new Error('not a MIDI file')
  const ticksPerQuarter = bytes.readUInt16BE(12)
  if (ticksPerQuarter & 0x8000) throw new Error('its times are frames of a film, not beats')
  const song: MidiSong = { ticksPerQuarter, tempos: [], meters: [], signatures: [], notes: [] }
  let at = 8 + bytes.readUInt32BE(4)
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (bytes.toString('latin1', at, at + 4) === 'MTrk') readTrack(body, song)
    at += 8 + length
  }
  for (const events of [song.tempos, song.meters, song.notes]) events.sort((a, b) => a.tick - b.tick)
  return song
}

/** The second at which a tick sounds. */
export function createClock({ tempos, ticksPerQuarter }: MidiSong): (tick: number) => number {
  const steps = [{ tick: 0, secsPerQuarter: 0.5 }, ...tempos]
  const starts = [0]
  steps.slice(1).forEach(({ tick }, i) => {
    starts.push(starts[i]! + ((tick - steps[i]!.tick) / ticksPerQuarter) * steps[i]!.secsPerQuarter)
  })
  return (tick) => {
    const step = steps.findLastIndex((each) => each.tick <= tick)
    return starts[step]! + ((tick - steps[step]!.tick) / ticksPerQuarter) * steps[step]!.secsPerQuarter
  }
}

type Cursor = { body: Buffer; at: number }

function readTrack(body: Buffer, song: MidiSong): void {
  const cursor = { body, at: 0 }
  const sounding = new Map<number, MidiSong['notes'][number]>()
  let [tick, status] = [0, 0]
  while (cursor.at < body.length) {
    tick += readLength(cursor)
    if (body[cursor.at]! >= 0x80) status = body[cursor.at++]!
    if (status === 0xff) {
      const type = body[cursor.at++]!
      readMeta(type, takeBytes(cursor), tick, song)
    } else if (status >= 0xf0) {
      takeBytes(cursor)
    } else {
      const kind = status >> 4
      const [key, velocity] = [body[cursor.at]!, body[cursor.at + 1]!]
      cursor.at += kind === 0xc || kind === 0xd ? 1 : 2
      if (kind === 9 || kind === 8) {
        const id = (status & 15) * 128 + key
        const held = sounding.get(id)
        if (held) held.endTick = tick
        sounding.delete(id)
        if (kind === 9 && velocity > 0) {
          const note = { tick, endTick: tick, channel: status & 15, key }
          sounding.set(id, note)
          song.notes.push(note)
        }
      }
    }
  }
}

function readMeta(type: number, data: Buffer, tick: number, song: MidiSong): void {
  if (type === 0x51) song.tempos.push({ tick, secsPerQuarter: data.readUIntBE(0, 3) / 1e6 })
  if (type === 0x58) song.meters.push({ tick, beats: data[0]!, unit: 2 ** data[1]! })
  if (type === 0x59) song.signatures.push({ sharps: data.readInt8(0), isMinor: data[1] === 1 })
}

function takeBytes(cursor: Cursor): Buffer {
  const length = readLength(cursor)
  const data = cursor.body.subarray(cursor.at, cursor.at + length)
  cursor.at += length
  return data
}

function readLength(cursor: Cursor): number {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const byte = cursor.body[cursor.at++] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) break
  }
  return value
}
