import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { analyseSong } from '../src/analyse-song.ts'
import { listSongs } from './beats/list-songs.ts'
import { measure } from './beats/measure.ts'
import { UnplayableError } from './beats/render-midi.ts'
import { printReport, type Result } from './beats/report.ts'
import { halfOf, type Song } from './beats/song.ts'

const CACHE = fileURLToPath(new URL('./.cache', import.meta.url))

const USAGE = `Usage: npm run eval beats -- [--half tune|judge] [--only <text>] [--means] [--json <file>]
  --half    only the songs to tune on, or only those to judge by
  --only    only songs whose name or genre has this in it
  --means   no single songs
  --json    every figure, as a file`

/** How well tempo, beats and bars are found in songs whose beats are known. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args)
  await mkdir(CACHE, { recursive: true })
  const { songs, leftOut } = await listSongs(CACHE)
  const wanted = songs.filter((song) => isWanted(song, options))
  const results: Result[] = []
  for (const [i, song] of wanted.entries()) {
    process.stderr.write(`\r${i + 1} of ${wanted.length}   `)
    try {
      results.push(await judgeSong(song, await song.prepare()))
    } catch (error) {
      if (!(error instanceof UnplayableError)) throw error
      leftOut.push({ name: song.name, reason: error.message })
    }
  }
  process.stderr.write('\r')
  printReport(results, leftOut, { isMeansOnly: options.means })
  if (options.json) await writeFile(path.resolve(options.json), JSON.stringify({ results, leftOut }, null, 1))
}

async function judgeSong(song: Song, sound: string): Promise<Result> {
  const before = process.cpuUsage()
  const { tempo, beats, durationSecs } = await analyseSong(sound, {})
  const { user, system } = process.cpuUsage(before)
  const { name, source, genre, truth } = song
  const figures = measure(truth, { bpm: tempo.bpm, isSteady: tempo.isSteady, beats })
  const cpuSecs = (user + system) / 1e6
  return { name, half: halfOf(name), source, genre, meter: truth.meter, ...figures, durationSecs, cpuSecs }
}

type Options = { half?: string; only?: string; means: boolean; json?: string }

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        half: { type: 'string' },
        only: { type: 'string' },
        means: { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    })
    if (values.half && values.half !== 'tune' && values.half !== 'judge') {
      throw new Error(`--half is tune or judge, not ${values.half}`)
    }
    return values
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(64)
  }
}

function isWanted({ name, genre }: Song, { half, only = '' }: Options): boolean {
  return (!half || halfOf(name) === half) && (name.includes(only) || genre.includes(only))
}
