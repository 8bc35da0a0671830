import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeSong } from '../src/analyse-song.ts'
import { createPauses } from '../src/pauses.ts'
import { listSongs } from './beats/list-songs.ts'
import { scoreKey, scoreSections } from './beats/measure-structure.ts'
import { createSongMeasurer } from './beats/measured-songs.ts'
import { UnplayableError } from './beats/render-midi.ts'
import { halfOf, type Song } from './beats/song.ts'

const CACHE = fileURLToPath(new URL('./.cache', import.meta.url))

type KeyResult = { source: string; score: number }
type SectionResult = {
  source: string
  wideF: number
  narrowF: number
  truthCount: number
  foundCount: number
}

/** How well key and sections are found in songs where they are known; `--half tune|judge` takes one half. */
export async function run(args: string[]): Promise<void> {
  const { half } = parseArgs({ args, options: { half: { type: 'string' } } }).values
  const { songs } = await listSongs(CACHE)
  const wanted = songs.filter(
    ({ name, key, sectionSecs }) => (!half || halfOf(name) === half) && (key || sectionSecs?.length),
  )
  const measure = await createSongMeasurer(CACHE)
  const keys: KeyResult[] = []
  const sections: SectionResult[] = []
  for (const [i, song] of wanted.entries()) {
    process.stderr.write(`\r${i + 1} of ${wanted.length}   `)
    try {
      const found = await describeSong(await measure(song), createPauses(undefined))
      if (song.key) keys.push({ source: song.source, score: scoreKey(song.key, found.key?.name) })
      if (song.sectionSecs?.length) sections.push(judgeSections(song, found.sections))
    } catch (error) {
      if (!(error instanceof UnplayableError)) throw error
    }
  }
  process.stderr.write('\r')
  printKeys(keys)
  printSections(sections)
}

function judgeSections({ source, sectionSecs = [] }: Song, found: { startSecs: number }[]): SectionResult {
  const foundSecs = found.slice(1).map(({ startSecs }) => startSecs)
  const counts = { truthCount: sectionSecs.length, foundCount: foundSecs.length }
  return { source, ...scoreSections(sectionSecs, foundSecs), ...counts }
}

function printKeys(results: KeyResult[]): void {
  console.log(`${'key'.padEnd(12)} songs  exact  MIREX`)
  for (const [name, group] of bySource(results)) {
    const exact = mean(group, ({ score }) => (score === 1 ? 1 : 0))
    const all = mean(group, ({ score }) => score)
    console.log(
      `${name.padEnd(12)} ${`${group.length}`.padStart(5)}  ${Math.round(100 * exact)} %   ${all.toFixed(3)}`,
    )
  }
}

function printSections(results: SectionResult[]): void {
  console.log(`\n${'sections'.padEnd(12)} songs  F 3 s  F 0.5 s  borders  found`)
  for (const [name, group] of bySource(results)) {
    const figures = [
      name.padEnd(12),
      `${group.length}`.padStart(5),
      mean(group, ({ wideF }) => wideF).toFixed(3),
      mean(group, ({ narrowF }) => narrowF).toFixed(3),
      mean(group, ({ truthCount }) => truthCount).toFixed(1),
      mean(group, ({ foundCount }) => foundCount).toFixed(1),
    ]
    console.log(figures.join('  '))
  }
}

function bySource<Item extends { source: string }>(results: Item[]): [string, Item[]][] {
  return [...Map.groupBy(results, ({ source }) => source), ['all songs', results]]
}

function mean<Item>(items: Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0) / Math.max(1, items.length)
}
