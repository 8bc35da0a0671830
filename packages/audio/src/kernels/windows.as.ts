// Windows that move along the samples: all frames of a stretch at once, each `hop` samples after the one before.
import { bandRow, melLevels } from "./bands.as"
import { powerOf, powerSpectrum } from "./fft.as"

/** For each frame a row of the bands that `reader` names. */
export function bandFrames(frames: usize, count: i32, hop: i32, spectrum: usize, reader: usize, rows: usize): void {
  const power = powerOf(spectrum), bandCount = load<i32>(reader)
  for (let frame = 0; frame < count; frame++) {
    powerSpectrum(frames + ((frame * hop) as usize << 2), spectrum)
    bandRow(power, reader, rows + frame * bandCount)
  }
}

/** For each frame a row of bands, the power of the bins `bassFrom` to `bassTo` (f64), and a row of the levels of `bank`. */
export function soundFrames(
  frames: usize, count: i32, hop: i32, spectrum: usize, reader: usize, rows: usize, bassFrom: i32, bassTo: i32, bass: usize,
  bank: usize, levels: usize,
): void {
  const power = powerOf(spectrum), bandCount = load<i32>(reader), melCount = load<i32>(bank)
  for (let frame = 0; frame < count; frame++) {
    powerSpectrum(frames + ((frame * hop) as usize << 2), spectrum)
    bandRow(power, reader, rows + frame * bandCount)
    let sum: f64 = 0
    for (let bin = bassFrom; bin <= bassTo; bin++) sum += load<f32>(power + ((bin as usize) << 2)) as f64
    store<f64>(bass + ((frame as usize) << 3), sum)
    melLevels(power, bank, levels + ((frame * melCount) as usize << 2))
  }
}

/**
 * How much each third of a row rose against the row `lag` before, per band: three floats a row. Before the first row lie
 * `lag` more. Each band is compared with the neighbourhood's maximum.
 */
export function riseRows(levels: usize, count: i32, width: i32, lag: i32, lowEnd: i32, midEnd: i32, rises: usize): void {
  const rowBytes = (width as usize) << 2
  for (let row = 0; row < count; row++) {
    const now = levels + (row as usize) * rowBytes, before = now - (lag as usize) * rowBytes
    const to = rises + (row as usize) * 12
    store<f32>(to, sumRises(now, before, 0, lowEnd, width))
    store<f32>(to, sumRises(now, before, lowEnd, midEnd, width), 4)
    store<f32>(to, sumRises(now, before, midEnd, width, width), 8)
  }
}

function sumRises(now: usize, before: usize, from: i32, to: i32, width: i32): f32 {
  let sum: f64 = 0
  for (let band = from; band < to; band++) {
    const at = (band as usize) << 2
    const left: f32 = band > 0 ? load<f32>(before + at - 4) : 0
    const right: f32 = band + 1 < width ? load<f32>(before + at + 4) : 0
    const rise = (load<f32>(now + at) as f64) - (max(load<f32>(before + at), max(left, right)) as f64)
    if (rise > 0) sum += rise
  }
  return (sum / ((to - from) as f64)) as f32
}

/** Adds `count` rows of `width` floats to one. */
export function addRows(rows: usize, count: i32, width: i32, sums: usize): void {
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < width; i++) {
      const at = sums + ((i as usize) << 2)
      store<f32>(at, load<f32>(at) + load<f32>(rows + ((row * width + i) as usize << 2)))
    }
  }
}
