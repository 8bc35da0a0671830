import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { describeEndings, listEndings } from '@songreel/contract/file-types'
import { type CliError, inputError, toCliError } from '../cli-error.ts'
import { cleanText } from '../print.ts'

/** A song to be worked on, or why there is none at this path. */
export type FoundSong = { path: string; error?: CliError }

const ENDINGS = new Set(listEndings('AUDIO'))
const KINDS = describeEndings('AUDIO')

/** Track 2 comes before track 10. */
const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Files as they are given, and of a folder the songs in it; a song that is named twice is worked on once. */
export async function findSongs(paths: readonly string[]): Promise<FoundSong[]> {
  const found = (await Promise.all(paths.map(findAt))).flat()
  const seen = new Set<string>()
  return found.filter(({ path }) => {
    const isNew = !seen.has(resolve(path))
    seen.add(resolve(path))
    return isNew
  })
}

async function findAt(path: string): Promise<FoundSong[]> {
  // A path that is not there is reported when its turn comes, as a single file would be.
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  if (!isFolder) return [{ path }]
  try {
    const names = await listSongs(path)
    if (names.length > 0) return names.map((name) => ({ path: join(path, name) }))
    return [{ path, error: emptyError(path) }]
  } catch (error) {
    return [{ path, error: toCliError(error) }]
  }
}

/** Only the folder itself: what lies deeper is another album, or somebody's archive. */
async function listSongs(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => ENDINGS.has(extname(name).toLowerCase()))
    .sort(order.compare)
}

function emptyError(path: string): CliError {
  const shown = cleanText(path)
  return inputError(`There is no song in the folder ${shown} (${KINDS}). Folders inside it are not searched.`)
}
