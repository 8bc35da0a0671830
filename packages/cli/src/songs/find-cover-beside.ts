import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { listEndings } from '@songreel/contract/file-types'

/** What players and stores call the picture in a folder of songs, best first; a picture with the song's own name beats them. */
const NAMES = ['cover', 'folder', 'front', 'album']
const ENDINGS = listEndings('IMAGE')

/** The picture that lies beside a song as its cover; undefined when there is none. */
export async function findCoverBeside(song: string): Promise<string | undefined> {
  const folder = dirname(song)
  const own = basename(song, extname(song)).toLowerCase()
  const wanted = [own, ...NAMES].flatMap((name) => ENDINGS.map((ending) => name + ending))
  // A folder that cannot be listed has nothing to offer.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => ({ name, rank: wanted.indexOf(name.normalize('NFC').toLowerCase()) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
  return files[0] && join(folder, files[0].name)
}
