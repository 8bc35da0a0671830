import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { BRAND_FILE_TYPES, findFileKind } from '@songreel/contract/file-types'
import { SongreelError } from '@songreel/sdk'

/** The part of this computer that an assistant may use. */
export type LocalFiles = {
  /** A media file in one of the folders. */
  find(path: string): Promise<string>
  /** A folder in one of them, which need not exist yet. */
  findFolder(path: string): Promise<string>
}

/** Allows the files in these folders and nothing else; links that lead out of them are followed before that is decided. */
export async function openLocalFiles(folders: readonly string[]): Promise<LocalFiles> {
  const roots = await Promise.all(folders.map((folder) => realpath(folder)))
  const tooWide = roots.find((root) => root === parse(root).root || root === homedir())
  if (tooWide !== undefined)
    throw new SongreelError(
      `An assistant would see all of ${tooWide}. Name the folders with your songs instead: songreel mcp --files <folder>`,
    )
  const [first = '.'] = roots
  const demandInside = (path: string, asked: string) => {
    if (roots.some((root) => isInside(root, path))) return path
    throw new Error(
      `${asked} is outside of ${roots.join(', ')}. Ask the user to start songreel mcp with --files.`,
    )
  }
  return {
    async find(path) {
      // An assistant that was talked into it sends no other file away.
      if (!isMediaFile(path))
        throw new Error(
          `${path} is no song, picture, video, font or file of lyrics by its name, so it is not sent.`,
        )
      const file = demandInside(await resolveLinks(resolve(first, path)), path)
      if (isMediaFile(file)) return file
      throw new Error(
        `${path} leads to ${basename(file)}, which is no media file by its name, so it is not sent.`,
      )
    },
    findFolder: async (path) => demandInside(await resolveLinks(resolve(first, path)), path),
  }
}

/** What videos are made of: songs, pictures, lyrics, and what brands have. */
function isMediaFile(path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return findFileKind(path) !== undefined || BRAND_FILE_TYPES.has(ending)
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !parse(way).root)
}

/** As far as the path exists: what does not exist yet leads nowhere else. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return join(await resolveLinks(dirname(path)), basename(path))
  }
}
