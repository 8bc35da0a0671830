import { type Truth, unitOf } from './midi-truth.ts'
import { createClock, type MidiSong } from './read-midi.ts'

/** The drum that marks bar lines in a tune's second playing. */
export const MARK = { channel: 9, key: 76 }

/** A bar shorter than this share of a whole one is a pick-up or its rest, not a bar. */
const WHOLE_SHARE = 0.9

const MIN_SECS = 20

/** Beats and bars of a tune from a playing that strikes the mark at every bar line, or why it says nothing. */
export function readAbcTruth(tune: MidiSong, marked: MidiSong): Truth | string {
  const [meter, ...changes] = tune.meters
  if (!meter || changes.some(({ beats, unit }) => beats !== meter.beats || unit !== meter.unit)) {
    return 'not one time signature'
  }
  const { step, perBar } = unitOf(meter, tune.ticksPerQuarter)
  const [first, last] = [tune.notes[0]?.tick ?? 0, tune.notes.at(-1)?.tick ?? 0]
  const bars = keepWholeBars(
    marked.notes
      .filter(({ channel, key }) => channel === MARK.channel && key === MARK.key)
      .map(({ tick }) => tick),
    step * perBar,
  )
  if (bars.length < 4) return 'hardly any bars'
  const gaps = bars.slice(1).map((tick, i) => tick - bars[i]!)
  const whole = gaps.filter((gap) => Math.abs(gap - step * perBar) < step / 8).length
  if (whole < 0.9 * gaps.length) return 'its bars are not equally long'
  const secsAt = createClock(tune)
  const beats = [...listPickUp(bars[0]!, first, step), ...fillBars(bars, step, last)]
  if (secsAt(last) - secsAt(first) < MIN_SECS) return `shorter than ${MIN_SECS} s`
  return {
    beatSecs: beats.map(secsAt),
    downbeatSecs: bars.filter((tick) => tick <= last).map(secsAt),
    fromSecs: secsAt(first) - 0.07,
    toSecs: secsAt(last) + 0.07,
    meter: `${meter.beats}/${meter.unit}`,
  }
}

function keepWholeBars(ticks: number[], barTicks: number): number[] {
  const kept: number[] = []
  ticks.forEach((tick, i) => {
    const next = ticks[i + 1] ?? Number.POSITIVE_INFINITY
    const isCut = next - tick < WHOLE_SHARE * barTicks
    const follows = tick - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) >= WHOLE_SHARE * barTicks
    if (follows && !(isCut && kept.length === 0)) kept.push(tick)
  })
  return kept
}

function listPickUp(firstBar: number, firstNote: number, step: number): number[] {
  const count = Math.floor((firstBar - firstNote) / step + 1e-6)
  return Array.from({ length: Math.max(0, count) }, (_, i) => firstBar - (count - i) * step)
}

function fillBars(bars: number[], step: number, last: number): number[] {
  return bars.flatMap((from, i) => {
    const until = Math.min(bars[i + 1] ?? last + 1, last + 1)
    return Array.from(
      { length: Math.max(0, Math.ceil((until - from) / step - 0.1)) },
      (_, beat) => from + beat * step,
    )
  })
}
