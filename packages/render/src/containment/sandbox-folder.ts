import { constants, type Stats } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'

/** The current folder by its magic link, which needs no way through the folders above it. */
const CURRENT_FOLDER = '/proc/self/cwd'

/** Whose folder it is, and what that child must not see. */
export type RoomOptions = {
  /** The folder in which it is made. */
  parent: string
  userId: number | undefined
  /** Folders that the child cannot reach by their path. */
  closedFolders: readonly string[]
}

/** The folder of one child: what it reads is lent to it here, what it made is taken from here. */
export type SandboxFolder = {
  /** Where it lies for the parent. */
  path: string
  /** The same for the child. */
  childPath: string
  /** Files outside of the folder that the child reads in place. */
  readable: string[]
  /** Makes a file readable for the child and says under which path. */
  shareFile(file: string): Promise<string>
  /** Under which path the child has this very file already; undefined if it was never lent, or has changed since. */
  findLent(file: string): Promise<string | undefined>
  /** Makes a folder in which the child can write. */
  addFolder(name: string): Promise<void>
  /** Takes a file that the child made out of its folder; false if there is none, or if it isn't a plain file of the child's. */
  take(name: string, target: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * Makes a room. Everything in it is made before the child has its job, when it has run nothing but our own code, or looked
 * at after its end: nothing can be exchanged.
 */
export async function openSandboxFolder(options: RoomOptions): Promise<SandboxFolder> {
  const path = await realpath(await mkdtemp(join(options.parent, '.room-')))
  const childPath = process.platform === 'linux' ? CURRENT_FOLDER : path
  const give = async (folder: string) => {
    if (options.userId !== undefined) await chown(folder, options.userId, options.userId)
  }
  await give(path)
  const readable: string[] = []
  let lentCount = 0
  const lent = new Map<string, string>()

  return {
    path,
    childPath,
    readable,
    async shareFile(file) {
      const source = await realpath(file).catch(() => file)
      const facts = await stat(source).catch(() => undefined)
      const note = (path: string) => {
        if (facts) lent.set(nameFile(source, facts), path)
        return path
      }
      const isClosed =
        options.userId !== undefined || options.closedFolders.some((each) => isInside(source, each))
      if (!isClosed || (facts && !facts.isFile())) {
        readable.push(file)
        return note(file)
      }
      const inside = join('lent', String(lentCount++), basename(file))
      await mkdir(dirname(join(path, inside)), { recursive: true, mode: 0o755 })
      // A missing file is reported by whoever reads it.
      if (facts)
        await bring(source, join(path, inside), {
          mayLink: options.userId === undefined || isOpen(facts.mode),
        })
      return note(join(childPath, inside))
    },
    async findLent(file) {
      const source = await realpath(file).catch(() => file)
      const facts = await stat(source).catch(() => undefined)
      return facts && lent.get(nameFile(source, facts))
    },
    async addFolder(name) {
      await mkdir(join(path, name), { recursive: true })
      await give(join(path, name))
    },
    take: (name, target) => take(join(path, name), target, options.userId),
    close: () => rm(path, { recursive: true, force: true }),
  }
}

/** Whether a path lies in a folder or is the folder itself. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function nameFile(path: string, { dev, ino, size, mtimeMs }: Stats): string {
  return [path, dev, ino, size, mtimeMs].join(' ')
}

function isOpen(mode: number): boolean {
  return (mode & 0o004) !== 0
}

/** By a hard link where possible, which costs nothing, however large the file is. */
async function bring(source: string, target: string, { mayLink }: { mayLink: boolean }): Promise<void> {
  const isLinked =
    mayLink &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  if (isLinked) return
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await chmod(target, 0o644)
}

/** Refuse links: through one, the parent would read or hand out what the child itself can't reach. */
async function take(path: string, target: string, userId: number | undefined): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined)
  if (!facts?.isFile() || facts.nlink !== 1) return false
  if (userId !== undefined) {
    if (facts.uid !== userId) return false
    await chown(path, process.geteuid!(), process.getegid!())
    await chmod(path, facts.mode & 0o666)
  }
  await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await copyFile(path, target)
  })
  return true
}
