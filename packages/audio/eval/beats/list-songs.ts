import { listAbcSongs } from './abc-songs.ts'
import { listChartedSongs } from './charted-songs.ts'
import { listComposedSongs } from './composed-songs.ts'
import { listDebianMidiSongs } from './debian-midi-songs.ts'
import { listMmaSongs } from './mma-songs.ts'
import { listModuleSongs } from './module-songs.ts'
import { createMidiPlayer } from './render-midi.ts'
import type { LeftOut, Song } from './song.ts'

/** Every song with known beats; what cannot be used is named. */
export async function listSongs(cacheFolder: string): Promise<{ songs: Song[]; leftOut: LeftOut[] }> {
  const play = await createMidiPlayer(cacheFolder)
  const charted = await listChartedSongs(cacheFolder)
  const midi = await listDebianMidiSongs(cacheFolder, play)
  const mma = await listMmaSongs(cacheFolder, play)
  const composed = await listComposedSongs(cacheFolder, play)
  const modules = await listModuleSongs(cacheFolder)
  const abc = await listAbcSongs(cacheFolder, play)
  return {
    songs: [...charted, ...midi.songs, ...mma.songs, ...composed, ...modules.songs, ...abc.songs],
    leftOut: [...midi.leftOut, ...mma.leftOut, ...modules.leftOut, ...abc.leftOut],
  }
}
