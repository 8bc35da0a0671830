import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { seedOf } from '@songreel/kit/core'
import { unpackPackages } from './debian-packages.ts'
import { readTruth, type Truth } from './midi-truth.ts'
import { GROOVES, type Groove } from './mma-grooves.ts'
import { readMidi } from './read-midi.ts'
import type { MidiPlayer } from './render-midi.ts'
import type { LeftOut, Song } from './song.ts'

const runFile = promisify(execFile)

const SONG_SECS = 48

/** The third is as well in A minor: it has no key. */
const PROGRESSIONS: { key?: string; chords: string[] }[] = [
  { key: 'C major', chords: ['C', 'Am', 'F', 'G'] },
  { key: 'C major', chords: ['Dm', 'G7', 'C', 'A7'] },
  { chords: ['Am', 'F', 'C', 'G'] },
  { key: 'G major', chords: ['G', 'Em', 'C', 'D7'] },
]

/** Bars until the other groove, and until the next progression. */
const GROOVE_BARS = 8
const PROGRESSION_BARS = 16

/** Songs played by Debian's MMA (Musical MIDI Accompaniment) in its own grooves; needs python3. */
export async function listMmaSongs(
  cacheFolder: string,
  play: MidiPlayer,
): Promise<{ songs: Song[]; leftOut: LeftOut[] }> {
  const home = path.join(await unpackPackages(cacheFolder, ['mma']), 'usr/share/mma')
  await mkdir(path.join(home, 'plugins'), { recursive: true })
  const program = path.join(home, '../../bin/mma')
  const runMma = (args: string[]) =>
    runFile('python3', [program, ...args], { env: { ...process.env, MMA_HOME: home } })
  const mark = path.join(cacheFolder, 'mma.indexed')
  if (!existsSync(mark)) {
    await runMma(['-G'])
    await writeFile(mark, '')
  }
  const folder = path.join(cacheFolder, 'mma')
  await mkdir(folder, { recursive: true })
  const songs: Song[] = []
  const leftOut: LeftOut[] = []
  for (const groove of GROOVES) {
    const name = `mma-${groove.groove}-${groove.bpm}`.replaceAll(/[^a-zA-Z0-9]+/g, '-').toLowerCase()
    const midiPath = path.join(folder, `${name}.mid`)
    try {
      if (!existsSync(midiPath)) await playGroove(groove, path.join(folder, name), runMma)
      const truth = readGrooveTruth(await readFile(midiPath), groove)
      const facts = { truth, ...readKey(groove), sectionSecs: listSections(groove, truth) }
      songs.push({ name, source: 'MMA', genre: groove.genre, ...facts, prepare: () => play(midiPath, name) })
    } catch (error) {
      const said = (error as { stdout?: string }).stdout || (error as Error).message
      leftOut.push({ name, reason: said.trim().split('\n')[0]! })
    }
  }
  return { songs, leftOut }
}

async function playGroove(
  { groove, second = groove, bpm, bar }: Groove,
  draft: string,
  runMma: (args: string[]) => Promise<unknown>,
): Promise<void> {
  const lines = [`RndSeed ${seedOf(groove, `${bpm}`) % 997}`, `Tempo ${bpm}`]
  for (let at = 0; at < countBars({ bpm, bar }); at++) {
    if (at % GROOVE_BARS === 0)
      lines.push(`Groove ${Math.floor(at / GROOVE_BARS) % 2 === 0 ? groove : second}`)
    lines.push(`${at + 1} ${progressionAt({ groove, bpm }, at).chords[at % 4]}`)
  }
  await writeFile(`${draft}.mma`, `${lines.join('\n')}\n`)
  await runMma(['-f', `${draft}.mid`, `${draft}.mma`])
}

function countBars({ bpm, bar }: Pick<Groove, 'bpm' | 'bar'>): number {
  return 4 * Math.round((SONG_SECS * bpm) / 60 / bar / 4)
}

function progressionAt({ groove, bpm }: Pick<Groove, 'groove' | 'bpm'>, bar: number) {
  const seed = seedOf(groove, `${bpm}`)
  return PROGRESSIONS[(seed + Math.floor(bar / PROGRESSION_BARS)) % PROGRESSIONS.length]!
}

/** A song whose progressions are in two keys, or one of them in none, has none. */
function readKey(groove: Groove): { key?: string } {
  const bars = Array.from({ length: countBars(groove) }, (_, bar) => bar)
  const [key, ...others] = new Set(bars.map((bar) => progressionAt(groove, bar).key))
  return key && others.length === 0 ? { key } : {}
}

/** Where the groove changes, if the song has two, or the progression. */
function listSections(groove: Groove, { downbeatSecs }: Truth): number[] {
  const every = groove.second ? GROOVE_BARS : PROGRESSION_BARS
  return downbeatSecs.filter((_, bar) => bar > 0 && bar % every === 0)
}

/** MMA writes 6/8 in quarters: read as eighths, three of them make a beat. */
function readGrooveTruth(bytes: Buffer, { bar, isCompound }: Groove): Truth {
  const midi = readMidi(bytes)
  if (!isCompound) return readTruth({ ...midi, meters: [{ tick: 0, beats: bar, unit: 4 }] })
  const tempos = midi.tempos.map(({ tick, secsPerQuarter }) => ({ tick, secsPerQuarter: 2 * secsPerQuarter }))
  const ticksPerQuarter = 2 * midi.ticksPerQuarter
  return readTruth({ ...midi, tempos, ticksPerQuarter, meters: [{ tick: 0, beats: bar, unit: 8 }] })
}
