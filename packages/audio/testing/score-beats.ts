/** Beats this far from the truth still count (the usual tolerance in music research). */
const TOLERANCE_SECS = 0.07

/** F-measure of found beats: 1 if each true beat was found once and nothing else was. */
export function scoreBeats(truthSecs: number[], foundSecs: number[]): number {
  return scoreTimes(truthSecs, foundSecs, TOLERANCE_SECS)
}

/** The same for any moments, and for any distance that still counts. */
export function scoreTimes(truthSecs: number[], foundSecs: number[], toleranceSecs: number): number {
  let hits = 0
  let next = 0
  for (const truth of truthSecs) {
    while (next < foundSecs.length && foundSecs[next]! < truth - toleranceSecs) next++
    if (next < foundSecs.length && foundSecs[next]! <= truth + toleranceSecs) {
      hits++
      next++
    }
  }
  return (2 * hits) / Math.max(1, truthSecs.length + foundSecs.length)
}

/** How far a tempo is off, as a share, with half and double taken for right. */
export function tempoError(truthBpm: number, foundBpm: number): number {
  const octaves = Math.log2(foundBpm / truthBpm)
  const nearest = Math.max(-1, Math.min(1, Math.round(octaves)))
  return Math.abs(2 ** (octaves - nearest) - 1)
}
