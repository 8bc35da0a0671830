import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { MARK, readAbcTruth } from './abc-truth.ts'
import { type Program, unpackPackages, unpackProgram } from './debian-packages.ts'
import { readMidi } from './read-midi.ts'
import type { MidiPlayer } from './render-midi.ts'
import { type LeftOut, nameSong, type Song } from './song.ts'

const runFile = promisify(execFile)

const PACKAGES = ['abcmidi', 'abcm2ps']

/** Added to the second playing of a tune: one stroke for each bar, with its line. */
const MARKS = `%%MIDI drum d ${MARK.key} 127\n%%MIDI drumon\n`

/** Tunes in ABC notation, played by abc2midi with bass and chords where the tune names them; pick-ups included. */
export async function listAbcSongs(
  cacheFolder: string,
  play: MidiPlayer,
): Promise<{ songs: Song[]; leftOut: LeftOut[] }> {
  const root = await unpackPackages(cacheFolder, PACKAGES)
  const program = await unpackProgram(cacheFolder, 'abc2midi', 'abcmidi')
  const folder = path.join(cacheFolder, 'abc')
  await mkdir(folder, { recursive: true })
  const songs: Song[] = []
  const leftOut: LeftOut[] = []
  for (const packageName of PACKAGES) {
    const examples = path.join(root, 'usr/share/doc', packageName, 'examples')
    for (const file of (await readdir(examples)).filter((each) => each.endsWith('.abc')).sort()) {
      const tunes = splitTunes(await readFile(path.join(examples, file), 'latin1'))
      for (const [i, tune] of tunes.entries()) {
        const name = nameSong(packageName, path.basename(file, '.abc'), `${i + 1}`)
        const song = await readTune(tune, path.join(folder, name), program)
        if (typeof song === 'string') leftOut.push({ name, reason: song })
        else
          songs.push({
            name,
            source: 'ABC',
            genre: 'abc tunes',
            ...song.facts,
            prepare: () => play(song.midi, name),
          })
      }
    }
  }
  return { songs, leftOut }
}

/** What stands before the first tune of a file belongs to all of them. */
function splitTunes(text: string): string[] {
  const [before = '', ...tunes] = text.replaceAll('\r\n', '\n').split(/^(?=X:)/m)
  const [shared, all] = before.startsWith('X:') ? ['', [before, ...tunes]] : [before, tunes]
  return all.map((tune) => `${shared.trim()}\n${tune}`)
}

async function readTune(
  tune: string,
  target: string,
  program: Program,
): Promise<{ facts: Pick<Song, 'truth' | 'key'>; midi: string } | string> {
  if (/^%%MIDI drum/m.test(tune)) return 'has drums of its own'
  const keyLine = /^K:.*\n/m
  if (!keyLine.test(tune)) return 'no key'
  try {
    const midi = await convert(tune, target, program)
    const marked = await convert(
      tune.replace(keyLine, (line) => line + MARKS),
      `${target}-marked`,
      program,
    )
    const truth = readAbcTruth(readMidi(await readFile(midi)), readMidi(await readFile(marked)))
    return typeof truth === 'string' ? truth : { facts: { truth, ...readKey(tune) }, midi }
  } catch (error) {
    return (error as Error).message.split('\n')[0]!
  }
}

async function convert(tune: string, target: string, { file, env }: Program): Promise<string> {
  await writeFile(`${target}.abc`, tune, 'latin1')
  await runFile(file, [`${target}.abc`, '-o', `${target}.mid`, '-silent'], {
    env: { ...process.env, ...env },
  })
  return `${target}.mid`
}

/** A church mode counts as the major or minor key on its tonic; a tune that changes its key, is played in another or tuned otherwise, or has accidentals of its own has none. */
function readKey(tune: string): { key?: string } {
  if (/^%%(?:MIDI r?transpose|temperament)|\b(?:transpose|shift|score|sound)=/m.test(tune)) return {}
  if (/(?:^|\[)K:[^\]\n%]*(?:[\^_][a-gA-G]|\bexp\b)/m.test(tune)) return {}
  // Capitals only: a clef alone is written there as well.
  const fields = [
    ...tune.matchAll(/(?:^|\[)K: *([A-G])([#b]?) *([mM](?!aj|ix|AJ|IX)|[Dd]or|[Pp]hr|[Aa]eo|[Ll]oc)?/gm),
  ]
  const keys = new Set(
    fields.map(([, tonic = '', sign = '', mode]) => `${tonic}${sign} ${mode ? 'minor' : 'major'}`),
  )
  const [key] = keys
  return keys.size === 1 && key ? { key } : {}
}
