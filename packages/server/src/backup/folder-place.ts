import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hashStream } from '../assets/hash-stream.ts'
import { receiveFile, sweepIncoming } from '../assets/receive-file.ts'
import { makeFolder } from '../start/prepare-data-folder.ts'
import type { BackupPlace, PlacedFile } from './backup-place.ts'

const FOLDER_MODE = 0o700

/** Opens a folder of backups, closed to other users. Files arrive by renaming. */
export function openFolderPlace(folder: string): BackupPlace {
  const incoming = path.join(folder, 'incoming')
  const locate = (name: string) => path.join(folder, name)
  let isReady = false

  async function prepare(): Promise<void> {
    if (isReady) return
    makeFolder(incoming)
    await sweepIncoming(incoming)
    isReady = true
  }

  return {
    name: folder,
    async put(name, source, { expect, signal } = {}) {
      await prepare()
      const temporary = path.join(incoming, randomUUID())
      try {
        const { stream } = hashStream(expect)
        const flowing = pipeline(source, stream, { signal })
        const [flowed, received] = await Promise.allSettled([
          flowing,
          receiveFile(stream, temporary, { maxBytes: Number.MAX_SAFE_INTEGER, signal }),
        ])
        if (flowed.status === 'rejected') throw flowed.reason
        if (received.status === 'rejected') throw received.reason
        await publish(temporary, locate(name))
        return received.value
      } catch (error) {
        source.destroy()
        await rm(temporary, { force: true })
        throw error
      }
    },
    async read(name) {
      const handle = await open(locate(name)).catch(ignoreMissing)
      return handle?.createReadStream() as Readable | undefined
    },
    list: (prefix) => listFolder(folder, prefix),
    async delete(name) {
      await rm(locate(name), { force: true })
      // Stays where something else is in it.
      await rmdir(path.dirname(locate(name))).catch(() => {})
    },
    async readFreeBytes() {
      await prepare()
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

async function publish(temporary: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  const firstNew = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await rename(temporary, file)
  await syncFolder(folder)
  for (let made = firstNew && folder; made && made.length >= firstNew!.length; made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(folder: string, prefix: string): AsyncGenerator<PlacedFile> {
  const start = path.join(folder, prefix)
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const found = await stat(file).catch(ignoreMissing)
    if (found) yield { path: path.relative(folder, file), bytes: found.size, modifiedMs: found.mtimeMs }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
