import type { Figures } from './measure.ts'
import type { LeftOut, Song } from './song.ts'

/** One song's figures. */
export type Result = Figures &
  Pick<Song, 'name' | 'source' | 'genre'> & {
    half: 'tune' | 'judge'
    meter: string
    durationSecs: number
    cpuSecs: number
  }

/** Prints songs, genres, sources and all. */
export function printReport(
  results: Result[],
  leftOut: LeftOut[],
  { isMeansOnly }: { isMeansOnly: boolean },
): void {
  if (!isMeansOnly) {
    console.log(`${'song'.padEnd(52)} meter   truth   found  octave  beat F  bar F   AMLt  steady`)
    for (const result of results) console.log(formatSong(result))
    for (const { name, reason } of leftOut) console.log(`left out: ${name}: ${reason}`)
    printGroups('genre', results, ({ genre }) => genre)
  }
  printGroups('source', results, ({ source }) => source)
  printGroups('', results, () => 'all songs')
  console.log(`left out: ${leftOut.length} files (without --means they are named)`)
}

function formatSong(result: Result): string {
  return [
    result.name.padEnd(52),
    result.meter.padEnd(5),
    result.truthBpm.toFixed(1).padStart(7),
    result.foundBpm.toFixed(1).padStart(7),
    (result.isRightOctave ? 'right' : 'wrong').padStart(7),
    result.beatF.toFixed(3).padStart(7),
    result.downbeatF.toFixed(3).padStart(6),
    result.amlT.toFixed(3).padStart(6),
    (result.isSteady ? 'yes' : 'no').padStart(7),
  ].join(' ')
}

function printGroups(title: string, results: Result[], groupOf: (result: Result) => string): void {
  console.log(`\n${title.padEnd(30)} songs  octave  beat F  bar F   AMLt  steady  CPU s/min`)
  for (const [name, group] of Map.groupBy(results, groupOf)) {
    const mean = (value: (result: Result) => number) =>
      group.reduce((sum, result) => sum + value(result), 0) / group.length
    const minutes = group.reduce((sum, { durationSecs }) => sum + durationSecs / 60, 0)
    const cpuSecs = group.reduce((sum, result) => sum + result.cpuSecs, 0)
    const figures = [
      name.padEnd(30),
      `${group.length}`.padStart(5),
      `${Math.round(100 * mean(({ isRightOctave }) => (isRightOctave ? 1 : 0)))} %`.padStart(7),
      mean(({ beatF }) => beatF)
        .toFixed(3)
        .padStart(7),
      mean(({ downbeatF }) => downbeatF)
        .toFixed(3)
        .padStart(6),
      mean(({ amlT }) => amlT)
        .toFixed(3)
        .padStart(6),
      `${Math.round(100 * mean(({ isSteady }) => (isSteady ? 1 : 0)))} %`.padStart(7),
      (cpuSecs / minutes).toFixed(2).padStart(8),
    ]
    console.log(figures.join(' '))
  }
}
