// From the bins of a spectrum to the few bands that are kept.

const DECIBELS_PER_LOG: f32 = 4.342944819
const SILENCE: f32 = 1e-10

/**
 * Logarithmic levels of bands. `bank`: their count (i32), the compression (f32), and places: for each band its first bin and
 * bin count (i32), and all bands' weights in a row.
 */
export function melLevels(power: usize, bank: usize, levels: usize): void {
  const count = load<i32>(bank), compression = load<f32>(bank, 4)
  let record = load<usize>(bank, 8), weight = load<usize>(bank, 12)
  for (let band = 0; band < count; band++, record += 8) {
    const bins = load<i32>(record, 4)
    let bin = power + ((load<i32>(record) as usize) << 2)
    let sum: f32 = 0
    for (let i = 0; i < bins; i++) {
      sum += load<f32>(weight) * load<f32>(bin)
      weight += 4
      bin += 4
    }
    store<f32>(levels + ((band as usize) << 2), Mathf.log(1 + sum * compression))
  }
}

/**
 * A row of stored spectrum values. `reader`: the count of bands, the last bin (i32), decibels of the value 0 and of a step
 * (f32), and the place of five floats for each band: from and to in bins, centre in bins, decibels to add, and 1 if it is so
 * narrow that it is read between bins.
 */
export function bandRow(power: usize, reader: usize, row: usize): void {
  const count = load<i32>(reader), lastBin = load<i32>(reader, 4)
  const floorDb = load<f32>(reader, 8), stepDb = load<f32>(reader, 12)
  let record = load<usize>(reader, 16)
  for (let band = 0; band < count; band++, record += 20) {
    const from = load<f32>(record), to = load<f32>(record, 4)
    const db = load<f32>(record, 16) > 0
      ? readBetween(power, lastBin, load<f32>(record, 8)) + DECIBELS_PER_LOG * Mathf.log(to - from)
      : decibels(sumBins(power, lastBin, from, to))
    const value = Mathf.round((db + load<f32>(record, 12) - floorDb) / stepDb)
    store<u8>(row + (band as usize), max<f32>(0, min<f32>(255, value)) as u8)
  }
}

/** Cubic interpolation of the decibels at a fractional bin: or narrow neighbours would move as one block. */
function readBetween(power: usize, lastBin: i32, position: f32): f32 {
  const bin = position as i32
  const u = position - (bin as f32)
  const a = decibelsAt(power, lastBin, bin - 1), b = decibelsAt(power, lastBin, bin)
  const c = decibelsAt(power, lastBin, bin + 1), d = decibelsAt(power, lastBin, bin + 2)
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
}

/** A bin reaches half a bin to each side; edges take their share of it. */
function sumBins(power: usize, lastBin: i32, from: f32, to: f32): f32 {
  let sum: f32 = 0
  const end = min(lastBin, Mathf.ceil(to) as i32)
  for (let bin = max(1, from as i32); bin <= end; bin++) {
    const share = min(to, (bin as f32) + 0.5) - max(from, (bin as f32) - 0.5)
    if (share > 0) sum += load<f32>(power + ((bin as usize) << 2)) * share
  }
  return sum
}

@inline function decibelsAt(power: usize, lastBin: i32, bin: i32): f32 {
  return decibels(load<f32>(power + ((max(1, min(lastBin, bin)) as usize) << 2)))
}

@inline function decibels(power: f32): f32 {
  return DECIBELS_PER_LOG * Mathf.log(power + SILENCE)
}
