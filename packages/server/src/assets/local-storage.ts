import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull } from '@songreel/render'
import { crashPoint } from '../crash-point.ts'
import { ServiceError } from '../errors.ts'
import { FILE_MODE, receiveFile, sweepIncoming } from './receive-file.ts'
import type { Storage } from './storage.ts'
import { fileGone } from './with-storage.ts'

const FOLDER_MODE = 0o700

/** Opens the storage that keeps files in a folder. Files are always complete, because they arrive by a rename. */
export async function openLocalStorage(folder: string): Promise<Storage> {
  // Beside the files and not in the system's folder for such: a rename works only within one file system.
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: FOLDER_MODE })
  await sweepIncoming(incoming)
  const locateFile = (key: string) => path.join(folder, checkKey(key))

  return {
    async putStream(source, keyOf, { maxBytes, signal }) {
      const temporary = path.join(incoming, randomUUID())
      try {
        const file = await receiveFile(source, temporary, { maxBytes, signal })
        await crashPoint('file-received')
        const key = await keyOf(file)
        await publish(temporary, locateFile(key))
        return { ...file, key }
      } catch (error) {
        source.destroy()
        await rm(temporary, { force: true })
        throw translate(error)
      }
    },
    async findSize(key) {
      const found = await stat(locateFile(key)).catch(ignoreMissing)
      return found?.isFile() ? found.size : undefined
    },
    async read(key, range) {
      const handle = await open(locateFile(key)).catch(ignoreMissing)
      if (!handle) throw fileGone(key)
      return handle.createReadStream(range)
    },
    async delete(key) {
      await rm(locateFile(key), { force: true })
    },
    sweep: () => sweepIncoming(incoming),
    check: () => checkFolder(incoming),
  }
}

/** Renames a finished file and flushes it to disk, so that it survives a power cut. */
async function publish(temporary: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  const firstNew = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  await rename(temporary, file)
  await syncFolder(folder)
  for (let made = firstNew && folder; made && made.length >= firstNew!.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made))
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether files can be written; how much room there is for them is the disk's own check. */
async function checkFolder(incoming: string): Promise<void> {
  const probe = path.join(incoming, randomUUID())
  let handle: FileHandle
  try {
    handle = await open(probe, 'wx', FILE_MODE)
  } catch (error) {
    throw new Error(`the folder for files can not be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
  await handle.close()
  await rm(probe, { force: true })
}

/** Keys are made by us, so one that leads out of the folder is a bug and is refused. */
function checkKey(key: string): string {
  const isPlain = key.split('/').every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part))
  if (!isPlain || key.startsWith('incoming')) throw new Error(`Not a storage key: ${key}`)
  return key
}

function translate(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new ServiceError('UNAVAILABLE', {
    message: 'There is no room to store the file at the moment.',
    cause: error,
  })
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
