/** A note of a score; times in quarters. Channel 9 is the drums. */
export type ScoreNote = { quarter: number; quarters: number; channel: number; key: number; velocity: number }

/** A score that can be written as a MIDI file. */
export type Score = {
  notes: ScoreNote[]
  programs: { channel: number; program: number }[]
  tempos: { quarter: number; bpm: number }[]
  meter: { beats: number; unit: number }
}

const TICKS_PER_QUARTER = 960

type Event = { tick: number; order: number; bytes: number[] }

/** The bytes of a MIDI file with one track. */
export function writeMidi({ notes, programs, tempos, meter }: Score): Buffer {
  const events: Event[] = [
    { tick: 0, order: 0, bytes: [0xff, 0x58, 4, meter.beats, Math.log2(meter.unit), 24, 8] },
    ...programs.map(({ channel, program }) => ({ tick: 0, order: 0, bytes: [0xc0 + channel, program] })),
    ...tempos.map(({ quarter, bpm }) => ({
      tick: toTick(quarter),
      order: 0,
      bytes: [0xff, 0x51, 3, ...toTempo(bpm)],
    })),
    ...notes.flatMap(({ quarter, quarters, channel, key, velocity }) => [
      {
        tick: toTick(quarter),
        order: 2,
        bytes: [0x90 + channel, key, Math.max(1, Math.min(127, Math.round(velocity)))],
      },
      { tick: toTick(quarter + quarters), order: 1, bytes: [0x80 + channel, key, 0] },
    ]),
  ].sort((a, b) => a.tick - b.tick || a.order - b.order)
  const body: number[] = []
  let tick = 0
  for (const event of events) {
    body.push(...toLength(event.tick - tick), ...event.bytes)
    tick = event.tick
  }
  body.push(0, 0xff, 0x2f, 0)
  const header = Buffer.from([0, 0, 0, 6, 0, 0, 0, 1, TICKS_PER_QUARTER >> 8, TICKS_PER_QUARTER & 255])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return Buffer.concat([Buffer.from('MThd'), header, Buffer.from('MTrk'), size, Buffer.from(body)])
}

function toTick(quarter: number): number {
  return Math.max(0, Math.round(quarter * TICKS_PER_QUARTER))
}

function toTempo(bpm: number): number[] {
  const micros = Math.round(60e6 / bpm)
  return [micros >> 16, (micros >> 8) & 255, micros & 255]
}

function toLength(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}
