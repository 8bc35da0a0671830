import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { unpackPackages } from './debian-packages.ts'
import { readMidiKey } from './midi-key.ts'
import { findFault, readTruth } from './midi-truth.ts'
import { readMidi } from './read-midi.ts'
import type { MidiPlayer } from './render-midi.ts'
import { type LeftOut, nameSong, type Song } from './song.ts'

/** Packages with music as MIDI files, and where they keep it. */
const PACKAGES: { name: string; folder: string; genre: string }[] = [
  { name: 'simutrans-data', folder: 'usr/share/games/simutrans/music', genre: 'game music (simutrans)' },
  {
    name: 'openttd-openmsx',
    folder: 'usr/share/games/openttd/baseset/openmsx',
    genre: 'game jazz (openmsx)',
  },
  { name: 'planetblupi-music-midi', folder: 'usr/share/planetblupi/music', genre: 'game music (blupi)' },
  { name: 'freedink-data', folder: 'usr/share/games/dink/dink/Sound', genre: 'game music (dink)' },
  { name: 'liquidwar-data', folder: 'usr/share/games/liquidwar/music', genre: 'game music (other)' },
  { name: 'crimson', folder: 'usr/share/games/crimson/music', genre: 'game music (other)' },
  { name: 'kobodeluxe-data', folder: 'usr/share/kobo-deluxe/sfx', genre: 'game music (other)' },
  { name: 'pinball-table-hurd-data', folder: 'usr/share/games/pinball/hurd', genre: 'game music (other)' },
  { name: 'pangzero', folder: 'usr/share/perl5/auto/share/dist/Games-PangZero', genre: 'game music (other)' },
  { name: 'pianobooster', folder: 'usr/share/doc/pianobooster/courses', genre: 'piano lessons' },
]

/** Other people's scores; those that were played freely against their own grid say nothing and are left out. */
export async function listDebianMidiSongs(
  cacheFolder: string,
  play: MidiPlayer,
): Promise<{ songs: Song[]; leftOut: LeftOut[] }> {
  const root = await unpackPackages(
    cacheFolder,
    PACKAGES.map(({ name }) => name),
  )
  const songs: Song[] = []
  const leftOut: LeftOut[] = []
  for (const { name: packageName, folder, genre } of PACKAGES) {
    const files = await readdir(path.join(root, folder), { recursive: true })
    for (const file of files.filter((each) => each.endsWith('.mid')).sort()) {
      const name = nameSong(packageName, path.basename(file, '.mid'))
      const midiPath = path.join(root, folder, file)
      try {
        const midi = readMidi(await readFile(midiPath))
        const truth = readTruth(midi)
        const reason = findFault(midi, truth)
        if (reason) leftOut.push({ name, reason })
        else {
          const facts = { truth, ...readMidiKey(midi) }
          songs.push({ name, source: 'MIDI', genre, ...facts, prepare: () => play(midiPath, name) })
        }
      } catch (error) {
        leftOut.push({ name, reason: (error as Error).message })
      }
    }
  }
  return { songs, leftOut }
}
