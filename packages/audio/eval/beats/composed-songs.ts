import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { seedOf } from '@songreel/kit/core'
import { PITCH_CLASSES } from '../../src/spectrum/chroma.ts'
import { chooseKey, composeSong, listPartBars } from './composed/compose-song.ts'
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
      const seed = seedOf(name) % 1000
      const bytes = writeMidi(composeSong(style, bpm, seed))
      const midiPath = path.join(folder, `${name}.mid`)
      const prepare = async () => {
        await writeFile(midiPath, bytes)
        return play(midiPath, `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`)
      }
      const truth = readTruth(readMidi(bytes))
      const sectionSecs = listPartBars(style, bpm).flatMap((bar) => truth.downbeatSecs[bar] ?? [])
      const { tonic, isMinor } = chooseKey(seed)
      const key = `${PITCH_CLASSES[tonic]} ${isMinor ? 'minor' : 'major'}`
      return { name, source: 'COMPOSED', genre: style.name, truth, key, sectionSecs, prepare }
    }),
  )
}
