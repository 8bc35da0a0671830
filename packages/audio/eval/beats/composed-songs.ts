import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { seedOf } from '@songreel/kit/core'
import { composeSong, listPartBars } from './composed/compose-song.ts'
import { STYLES } from './composed/styles.ts'
import { readTruth } from './midi-truth.ts'
import { readMidi } from './read-midi.ts'
import type { MidiPlayer } from './render-midi.ts'
import type { Song } from './song.ts'
import { writeMidi } from './write-midi.ts'

/** Songs made here, one for each style and tempo. */
export async function listComposedSongs(cacheFolder: string, play: MidiPlayer): Promise<Song[]> {
  const folder = path.join(cacheFolder, 'composed')
  await mkdir(folder, { recursive: true })
  return STYLES.flatMap((style) =>
    style.bpms.map((bpm): Song => {
      const name = `${style.name}-${bpm}`
      const bytes = writeMidi(composeSong(style, bpm, seedOf(name) % 1000))
      const midiPath = path.join(folder, `${name}.mid`)
      const prepare = async () => {
        await writeFile(midiPath, bytes)
        return play(midiPath, name)
      }
      const truth = readTruth(readMidi(bytes))
      const sectionSecs = listPartBars(style, bpm).flatMap((bar) => truth.downbeatSecs[bar] ?? [])
      // No key: their bass is written in C and the rest in A, which beats and parts don't mind.
      return { name, source: 'COMPOSED', genre: style.name, truth, sectionSecs, prepare }
    }),
  )
}
