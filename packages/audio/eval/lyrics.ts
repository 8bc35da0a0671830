import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseLyrics } from '@songreel/kit/lyrics'
import { analyseSong } from '../src/analyse-song.ts'
import { chooseExcerpts } from '../src/choose-excerpts.ts'
import { describeSinging } from '../src/structure/describe-singing.ts'
import { countReadable, listErrors, measureExcerpt } from './lyrics/measure.ts'
import { printReport, type Result, WAYS, type Way } from './lyrics/report.ts'
import { findSungSongs, type Sung, type SungSong } from './lyrics/sung-songs.ts'

const USAGE = `Usage: npm run eval lyrics -- --folder <folder> [--half tune|judge] [--secs <length>] [--json <file>]
  --folder  songs whose words are timed: x.mp3 with x.txt, x.lines.csv and x.words.csv
  --half    only the songs to tune on, or only those to judge by
  --secs    length of the excerpts (default 15)
  --json    every figure, as a file`

/** How well plain lyrics are timed, and excerpts keep to what is sung, in songs whose words are timed by hand. */
export async function run(args: string[]): Promise<void> {
  const { folder, half, secs, json } = readOptions(args)
  const songs = (await findSungSongs(folder)).filter((song) => !half || song.half === half)
  const results: Result[] = []
  for (const [i, song] of songs.entries()) {
    process.stderr.write(`\r${i + 1} of ${songs.length}   `)
    results.push(await judgeSong(song, secs))
  }
  process.stderr.write('\r')
  printReport(results)
  if (json) await writeFile(path.resolve(json), JSON.stringify(results, null, 1))
}

async function judgeSong(song: SungSong, secs: number): Promise<Result> {
  const { name, half, sound, lines, text } = song
  const { result: analysis, cpuSecs } = await measureCpu(() => analyseSong(sound, {}))
  const { durationSecs } = analysis
  const spread = await measureCpu(async () =>
    parseLyrics(text, durationSecs, () => describeSinging(analysis)),
  )
  const estimated = spread.result.lines.map((line) => ({ ...line, isGuess: true }))
  const known: Record<Way, readonly Sung[] | undefined> = { SOUND: undefined, TEXT: estimated, TIMED: lines }
  const judge = (way: Way) => {
    const wish = { secs, count: 1, lines: known[way] }
    const [excerpt = { startSecs: 0, endSecs: secs }] = chooseExcerpts(analysis, wish)
    return { ...measureExcerpt(excerpt, song), readable: countReadable(known[way] ?? lines, excerpt) }
  }
  return {
    name,
    half,
    durationSecs,
    errors: listErrors(lines, estimated),
    excerpts: Object.fromEntries(WAYS.map((way) => [way, judge(way)])) as Result['excerpts'],
    analysisCpuSecs: cpuSecs,
    textCpuSecs: spread.cpuSecs,
  }
}

async function measureCpu<Value>(act: () => Promise<Value>): Promise<{ result: Value; cpuSecs: number }> {
  const before = process.cpuUsage()
  const result = await act()
  const { user, system } = process.cpuUsage(before)
  return { result, cpuSecs: (user + system) / 1e6 }
}

type Options = { folder: string; half?: string | undefined; secs: number; json?: string | undefined }

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        folder: { type: 'string' },
        half: { type: 'string' },
        secs: { type: 'string', default: '15' },
        json: { type: 'string' },
      },
    })
    const { folder, half, json } = values
    if (folder === undefined) throw new Error('Say which folder: --folder')
    if (half && half !== 'tune' && half !== 'judge') throw new Error(`--half is tune or judge, not ${half}`)
    const secs = Number(values.secs)
    if (!(secs > 0)) throw new Error(`--secs is a number of seconds, not ${values.secs}`)
    return { folder, half, secs, json }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(64)
  }
}
