import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Places, SOCKET_NAME } from './cluster.ts'
import { readErrorCode, readErrorMessage } from './read-error.ts'

const LOCK_NAME = 'server.lock'
/** What the kernel says of a socket that no process holds any more. */
const FREE_CODES = new Set(['ENOENT', 'ECONNREFUSED'])

/** Ours for as long as it takes to start a process that inherits it. */
export type ServerLock = {
  /** To be handed to the server process as one of its open files. */
  fd: number
  /** Gives up our own hold; the lock stays with the processes that have inherited it. */
  release(): Promise<void>
}

/**
 * Makes the lock of the server process: a socket that listens under a name in the folder and never responds.
 * PostgreSQL inherits it and hands it on to all of its processes, so the kernel lets go of it when the last of them
 * has ended, however it ended. A process in any container that sees the folder can ask by connecting. Only the holder
 * of the folder's lock may call this, after it has found the server's lock free.
 */
export async function createServerLock({ root }: Places): Promise<ServerLock> {
  const draft = `${LOCK_NAME}.draft`
  await rm(join(root, draft), { force: true })
  try {
    const listener = await withFolder(root, (path) => listen(`${path}/${draft}`))
    // Closing removes the name that was given to `listen`, which after this is no longer that of the lock.
    await rename(join(root, draft), join(root, LOCK_NAME))
    return { fd: getDescriptor(listener), release: () => close(listener) }
  } catch (cause) {
    const message = `${root} cannot hold a socket, and without one PostgreSQL cannot be kept from running twice: ${readErrorMessage(cause)}. Choose a SONGREEL_DATA_DIR on a local disk, or set DATABASE_URL.`
    throw new StartError('DATA_FOLDER_UNUSABLE', { message, cause })
  }
}

/** Whether any process of a server that was started with the lock is alive, in whatever container. */
export function isServerLockHeld({ root }: Places): Promise<boolean> {
  return isListening(root, LOCK_NAME)
}

/** Whether a server takes connections on this folder, in whatever container. */
export function isServerListening({ socketFolder }: Places): Promise<boolean> {
  return isListening(socketFolder, SOCKET_NAME)
}

/** Whatever else the kernel says (it may not be asked, too many have asked) is no proof that nobody is there. */
async function isListening(folder: string, name: string): Promise<boolean> {
  try {
    await withFolder(folder, (path) => knock(`${path}/${name}`))
    return true
  } catch (error) {
    return !FREE_CODES.has(readErrorCode(error) ?? '')
  }
}

async function knock(path: string): Promise<void> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

async function listen(path: string): Promise<Server> {
  const listener = createServer((socket) => socket.destroy())
  listener.listen(path)
  await once(listener, 'listening')
  return listener
}

/** Node has no public way to the number of a listening socket, though a child process can only be given that. */
function getDescriptor(listener: Server): number {
  const { _handle: handle } = listener as Server & { _handle?: { fd?: number } }
  if (handle?.fd === undefined || handle.fd < 0) throw new Error('this Node does not say where its socket is')
  return handle.fd
}

async function close(listener: Server): Promise<void> {
  listener.close()
  await once(listener, 'close')
}

/** Lends a short name for a folder: the path of a socket may be 107 bytes long at most. */
async function withFolder<Result>(
  folder: string,
  action: (path: string) => Promise<Result>,
): Promise<Result> {
  const handle: FileHandle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    return await action(`/proc/self/fd/${handle.fd}`)
  } finally {
    await handle.close()
  }
}
