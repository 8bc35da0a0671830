import { BAND_COUNT, type Follower, followSpeeds, sharedFloats } from '@songreel/kit/core'
import { SPECTRUM_STEP_DB, type Spectrum } from '../audio-analysis.ts'
import type { FrameTimes } from './frame-times.ts'

/** Bars jump up at once and sink slowly; light sinks slower still. */
const BAR_FOLLOWER: Follower = { attackSecs: 0.02, releaseSecs: 0.16 }
const BASS_FOLLOWER: Follower = { attackSecs: 0.01, releaseSecs: 0.16 }
const GLOW_FOLLOWER: Follower = { attackSecs: 0.03, releaseSecs: 0.3 }

/** Of all values of the song this share lies at 0, and what is above that share at 1. */
const FLOOR_SHARE = 0.15
const CEILING_SHARE = 0.985

/** Nor does a band reach the top often by itself: a part with cymbals would stand there all along. */
const OWN_CEILING_SHARE = 0.997

/** Bass notes rarely stop: their floor lies higher, so that what is drawn follows the hits. */
const BASS_FLOOR_SHARE = 0.4

/** A band is scaled mostly like the whole song and partly by itself, so that quiet bands move too. */
const WHOLE_SHARE = 0.6

/**
 * What a band has in the song's stronger half, its cymbals or its strings, lies no higher than this: a bar that is at the
 * top for seconds looks broken, and no hit can lift it.
 */
const USUAL_SHARE = 0.75
const USUAL_HEIGHT = 0.5

/** Never stretch less than this to the full height: near-silence would dance. */
const MIN_RANGE_DB = 12

/** Lowers the middle against the top, so that peaks stand out. */
const GAMMA = 1.4

/** Each bar leans a little on its neighbours. */
const NEIGHBOUR_WEIGHT = 0.2

/** Levels settle for this long before the first frame, as if the song had been playing. */
const WARM_UP_SECS = 1

/** Where a stored value becomes 0 and 1. */
type Scale = { floor: number; range: number }

/** Levels of all bands, the bass and the glow at every frame. */
export function sampleBands(
  spectrum: Spectrum,
  times: FrameTimes,
): { bands: Float32Array; bass: Float32Array; glow: Float32Array } {
  const bands = sharedFloats(times.frameCount * BAND_COUNT)
  scaleBands(spectrum).forEach((scale, band) => {
    const column = { values: spectrum.bands, width: BAND_COUNT, offset: band, rateHz: spectrum.rateHz }
    sampleColumn(column, scale, BAR_FOLLOWER, times, (frame, level) => {
      bands[frame * BAND_COUNT + band] = level
    })
  })
  leanOnNeighbours(bands)
  const bassColumn = { values: spectrum.bass, width: 1, offset: 0, rateHz: spectrum.rateHz }
  const bassScale = scaleBetween(percentiles(countValues(spectrum.bass, 1, 0), BASS_FLOOR_SHARE))
  const bass = sharedFloats(times.frameCount)
  const glow = sharedFloats(times.frameCount)
  sampleColumn(bassColumn, bassScale, BASS_FOLLOWER, times, (frame, level) => {
    bass[frame] = level
  })
  sampleColumn(bassColumn, bassScale, GLOW_FOLLOWER, times, (frame, level) => {
    glow[frame] = level
  })
  return { bands, bass, glow }
}

type Column = { values: Uint8Array; width: number; offset: number; rateHz: number }

function sampleColumn(
  column: Column,
  scale: Scale,
  follower: Follower,
  { startSecs, fps, frameCount }: FrameTimes,
  store: (frame: number, level: number) => void,
): void {
  const { rise, fall } = followSpeeds(follower, fps)
  let level = 0
  for (let frame = -Math.ceil(WARM_UP_SECS * fps); frame < frameCount; frame++) {
    const value = readColumn(column, startSecs + frame / fps, fps)
    const height = Math.max(0, Math.min(1, (value - scale.floor) / scale.range)) ** GAMMA
    level += (height > level ? rise : fall) * (height - level)
    if (frame >= 0) store(frame, level)
  }
}

/** The value at a moment, or the highest one while its frame is shown: slow frame rates must not miss a beat. */
function readColumn({ values, width, offset, rateHz }: Column, secs: number, fps: number): number {
  const rowCount = values.length / width
  const at = (row: number) => values[Math.max(0, Math.min(rowCount - 1, row)) * width + offset] ?? 0
  if (secs < 0 || secs * rateHz > rowCount) return 0
  const position = secs * rateHz
  const row = Math.floor(position)
  let highest = at(row) + (at(row + 1) - at(row)) * (position - row)
  const reach = (0.5 * rateHz) / fps
  for (let near = Math.ceil(position - reach); near <= position + reach; near++)
    highest = Math.max(highest, at(near))
  return highest
}

function scaleBands(spectrum: Spectrum): Scale[] {
  const counts = Array.from({ length: BAND_COUNT }, (_, band) =>
    countValues(spectrum.bands, BAND_COUNT, band),
  )
  const whole = percentiles(counts.reduce((sum, count) => sum.map((value, i) => value + count[i]!)))
  const rowCount = spectrum.bands.length / BAND_COUNT
  return counts.map((count) => {
    const own = percentiles(count)
    const scale = scaleBetween({
      low: WHOLE_SHARE * whole.low + (1 - WHOLE_SHARE) * own.low,
      high: Math.max(
        findShare(count, OWN_CEILING_SHARE),
        WHOLE_SHARE * whole.high + (1 - WHOLE_SHARE) * own.high,
      ),
    })
    return lowerUsual(scale, findUsual(count, rowCount))
  })
}

/** Anchored at the top: music that hardly moves still reaches it. */
function scaleBetween({ low, high }: { low: number; high: number }): Scale {
  const range = Math.max(MIN_RANGE_DB / SPECTRUM_STEP_DB, high - low)
  return { floor: high - range, range }
}

/** Raises the floor under a band that would always be high, and the top, too, if it hardly moves. */
function lowerUsual({ floor, range }: Scale, usual: number): Scale {
  if (usual - floor <= USUAL_HEIGHT * range) return { floor, range }
  const above = (floor + range - usual) / (1 - USUAL_HEIGHT)
  const kept = Math.max(MIN_RANGE_DB / SPECTRUM_STEP_DB, above)
  return { floor: usual - USUAL_HEIGHT * kept, range: kept }
}

/** Here silence counts: a band that sounds now and then may be high when it does. */
function findUsual(counts: Float64Array, rowCount: number): number {
  let above = 0
  for (let value = counts.length - 1; value > 0; value--) {
    above += counts[value]!
    if (above > (1 - USUAL_SHARE) * rowCount) return value
  }
  return 0
}

/** How often each stored value occurs in a column; digital silence says nothing about the music. */
function countValues(values: Uint8Array, width: number, offset: number): Float64Array {
  const counts = new Float64Array(256)
  for (let i = offset; i < values.length; i += width) counts[values[i]!]! += 1
  counts[0] = 0
  return counts
}

function percentiles(counts: Float64Array, floorShare = FLOOR_SHARE): { low: number; high: number } {
  return { low: findShare(counts, floorShare), high: findShare(counts, CEILING_SHARE) }
}

/** The value below which this share of all lies. */
function findShare(counts: Float64Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let value = 1; value < counts.length; value++) {
    seen += counts[value]!
    if (seen > share * total) return value
  }
  return 1
}

function leanOnNeighbours(bands: Float32Array): void {
  const row = new Float32Array(BAND_COUNT)
  for (let start = 0; start < bands.length; start += BAND_COUNT) {
    row.set(bands.subarray(start, start + BAND_COUNT))
    for (let band = 0; band < BAND_COUNT; band++) {
      const neighbours = row[Math.max(0, band - 1)]! + row[Math.min(BAND_COUNT - 1, band + 1)]!
      bands[start + band] = (1 - 2 * NEIGHBOUR_WEIGHT) * row[band]! + NEIGHBOUR_WEIGHT * neighbours
    }
  }
}
