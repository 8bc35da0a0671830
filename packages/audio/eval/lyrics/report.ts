import type { ExcerptFigures } from './measure.ts'

/** What the excerpt was chosen by. `TIMED`: lyrics with times for lines. */
export const WAYS = ['SOUND', 'TEXT', 'TIMED'] as const

export type Way = (typeof WAYS)[number]

/** One song's figures. */
export type Result = {
  name: string
  half: 'tune' | 'judge'
  durationSecs: number
  /** How far each line of the plain text is off, in seconds. */
  errors: number[]
  excerpts: Record<Way, ExcerptFigures & { readable: number }>
  analysisCpuSecs: number
  textCpuSecs: number
}

/** Prints songs, and all of them together. */
export function printReport(results: readonly Result[]): void {
  console.log(`${'plain text'.padEnd(28)} lines  median s  < 1 s  < 1.5 s  < 3 s`)
  for (const { name, errors } of results) console.log(formatErrors(name, errors))
  const all = results.flatMap(({ errors }) => errors)
  console.log(formatErrors('all lines', all))
  for (const way of WAYS) printExcerpts(results, way)
  const minutes = results.reduce((sum, { durationSecs }) => sum + durationSecs / 60, 0)
  const sum = (value: (result: Result) => number) => results.reduce((total, each) => total + value(each), 0)
  console.log(
    `\nCPU s/min: analysis ${(sum(({ analysisCpuSecs }) => analysisCpuSecs) / minutes).toFixed(2)}, plain text ${(sum(({ textCpuSecs }) => textCpuSecs) / minutes).toFixed(3)}`,
  )
}

/** A line of figures: how far lines begin from where they are sung. */
export function formatErrors(name: string, errors: readonly number[]): string {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b)
  const within = (secs: number) =>
    `${Math.round((100 * sizes.filter((size) => size < secs).length) / Math.max(1, sizes.length))} %`
  return [
    name.slice(0, 28).padEnd(28),
    `${sizes.length}`.padStart(5),
    (sizes[sizes.length >> 1] ?? 0).toFixed(2).padStart(9),
    within(1).padStart(6),
    within(1.5).padStart(8),
    within(3).padStart(6),
  ].join(' ')
}

function printExcerpts(results: readonly Result[], way: Way): void {
  console.log(
    `\n${`excerpt by ${way}`.padEnd(28)}  start    end  begins in line  ends in word  whole lines  sung  readable`,
  )
  for (const { name, excerpts } of results) {
    const { startSecs, endSecs, beginsInLine, endsInWord, wholeLines, sungShare, readable } = excerpts[way]
    const cells = [
      name.slice(0, 28).padEnd(28),
      startSecs.toFixed(1).padStart(6),
      endSecs.toFixed(1).padStart(6),
      (beginsInLine ? 'yes' : '-').padStart(15),
      (endsInWord ? 'yes' : '-').padStart(13),
      `${wholeLines}`.padStart(12),
      `${Math.round(100 * sungShare)} %`.padStart(5),
      `${readable}`.padStart(9),
    ]
    console.log(cells.join(' '))
  }
  const count = (is: (figures: ExcerptFigures) => boolean) =>
    `${results.filter(({ excerpts }) => is(excerpts[way])).length} of ${results.length}`
  console.log(
    `begin in a line: ${count(({ beginsInLine }) => beginsInLine)}; end in a word: ${count(({ endsInWord }) => endsInWord)}; four whole lines or more: ${count(({ wholeLines }) => wholeLines >= 4)}; without singing: ${count(({ sungShare }) => sungShare < 0.1)}`,
  )
}
