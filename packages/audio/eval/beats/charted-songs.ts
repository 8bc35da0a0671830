import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeAudio } from '../../src/decode/decode-audio.ts'
import { writeWav } from '../../src/synth/write-wav.ts'
import { unpackPackages } from './debian-packages.ts'
import { readTruth } from './midi-truth.ts'
import { readMidi } from './read-midi.ts'
import type { Song } from './song.ts'

const PACKAGES = ['fretsonfire-songs-sectoid', 'fretsonfire-songs-muldjord']
const SONGS_FOLDER = 'usr/share/games/fretsonfire/data/songs'

/** Recorded rock and metal with charts for a guitar game. */
export async function listChartedSongs(cacheFolder: string): Promise<Song[]> {
  const root = path.join(await unpackPackages(cacheFolder, PACKAGES), SONGS_FOLDER)
  const files = (await readdir(root, { recursive: true }))
    .filter((file) => path.basename(file) === 'notes.mid')
    .sort()
  return Promise.all(
    files.map(async (file): Promise<Song> => {
      const folder = path.join(root, path.dirname(file))
      const name = path
        .dirname(file)
        .replaceAll(/[^a-zA-Z0-9]+/g, '-')
        .toLowerCase()
      const truth = readTruth(readMidi(await readFile(path.join(root, file))))
      const wav = path.join(cacheFolder, 'sound', `${name}.wav`)
      return { name, source: 'CHART', genre: 'recorded rock', truth, prepare: () => mixTracks(folder, wav) }
    }),
  )
}

/** The game keeps the guitar apart from the band. */
async function mixTracks(folder: string, wav: string): Promise<string> {
  if (existsSync(wav)) return wav
  const tracks = ['song.ogg', 'guitar.ogg']
    .map((file) => path.join(folder, file))
    .filter((file) => existsSync(file))
  const [first, ...others] = await Promise.all(
    tracks.map((file) => decodeAudio(file, { sampleRate: 44_100 })),
  )
  const channels = first!.channels.map((samples, channel) =>
    samples.map(
      (sample, i) =>
        others.reduce((sum, other) => sum + (other.channels[channel]![i] ?? 0), sample) / tracks.length,
    ),
  )
  await mkdir(path.dirname(wav), { recursive: true })
  await writeWav({ sampleRate: first!.sampleRate, channels }, wav)
  return wav
}
