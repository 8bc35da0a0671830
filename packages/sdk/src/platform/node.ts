import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ConnectionError, SongreelError } from '../errors.ts'
import { pause, toAbortError } from '../pause.ts'
import { readApiError } from '../read-api-error.ts'
import type { Platform, RemoteFile, SaveOptions } from './platform.ts'

export const openFile: Platform['openFile'] = async (path) => {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new SongreelError(`${path} can't be read: ${(cause as Error).message}`, { cause })
  }
}

export const sendWithProgress: Platform['sendWithProgress'] = (fetcher, report) => (url, init) => {
  // A response makes the form into bytes, with the content type that names their boundary.
  const form = new Response(init?.body)
  const headers = new Headers(init?.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  let sentBytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sentBytes += chunk.length
      report(sentBytes)
      controller.enqueue(chunk)
    },
  })
  const body = form.body?.pipeThrough(count)
  return fetcher(url, { ...init, headers, body, duplex: 'half' } as RequestInit)
}

export const saveVideo: Platform['saveVideo'] = async (render, folder, { onProgress, ...options }) => {
  const { renderId, fileName, files, status } = render
  const video = files.find(({ kind }) => kind === 'VIDEO')
  if (!video) throw new SongreelError(`Render ${renderId} has no video to download: it is ${status}.`)
  const file = await makePlace(folder, fileName)
  const report = (receivedBytes: number) =>
    onProgress?.({ renderId, fileName, receivedBytes, totalBytes: video.bytes })
  await saveFile(video, file, { ...options, onProgress: report })
  const captions: string[] = []
  for (const each of files.filter(({ kind }) => kind === 'CAPTIONS')) {
    const ending = each.contentType.includes('vtt') ? '.vtt' : '.srt'
    const place = await makePlace(folder, fileName.replace(/\.[^.]+$/, ending))
    await saveFile(each, place, options)
    captions.push(place)
  }
  return { renderId, file, bytes: video.bytes, captions }
}

/** A file of this name in a folder; the name comes from the server, and must not lead out of it. */
export async function makePlace(folder: string, fileName: string): Promise<string> {
  const name = basename(fileName.replaceAll('\\', '/'))
  if (name === '' || name === '.' || name === '..')
    throw new SongreelError(`The server named a file "${fileName}", which is not a file name.`)
  await makeFolder(folder)
  return join(folder, name)
}

/** Node's own way to make a folder with those above it never comes back where every name is said not to exist, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    if (!(await isFolder(folder))) await mkdir(folder)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(folder))) return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || (await isFolder(parent)))
      throw new SongreelError(`The folder ${folder} can't be made: ${message}`, { cause })
    await makeFolder(parent)
    await makeFolder(folder)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** Downloads one file into place. */
export async function saveFile(
  remote: RemoteFile,
  path: string,
  options: SaveOptions<number>,
): Promise<void> {
  for (const place of [path, `${path}.part`])
    if (await isFolder(place)) throw new SongreelError(`${place} can't be written: it is a folder.`)
  if (remote.sha256 && (await hashFile(path)) === remote.sha256) return
  const part = `${path}.part`
  for (let failures = 0; ; ) {
    try {
      await fetchRest(remote, part, options)
      await demandWhole(remote, part)
      return await rename(part, path)
    } catch (cause) {
      if (options.signal?.aborted) throw toAbortError(options.signal)
      const error = toDownloadError(cause, path)
      if (!(error instanceof ConnectionError) || ++failures > options.maxRetries) throw error
      await pause(options.waitMs(failures), options.signal)
    }
  }
}

/** Goes on where the file on disk ends, if the server still has the same one. */
async function fetchRest(
  { url, bytes, sha256 }: RemoteFile,
  part: string,
  options: SaveOptions<number>,
): Promise<void> {
  const haveBytes = await readSize(part)
  if (haveBytes > 0 && haveBytes === bytes) return
  const headers =
    haveBytes > 0 && sha256 ? { range: `bytes=${haveBytes}-`, 'if-range': `"${sha256}"` } : undefined
  const response = await options.fetch(url, { headers, signal: options.signal })
  if (response.status === 416) {
    await rm(part)
    throw new ConnectionError('The file on disk was longer than the one to download; it is fetched afresh.')
  }
  if (!response.ok || !response.body) throw readApiError(response, await response.text())
  const isRest = response.status === 206
  let savedBytes = isRest ? haveBytes : 0
  const file = await open(part, isRest ? 'a' : 'w')
  try {
    for await (const chunk of response.body) {
      await file.writeFile(chunk)
      savedBytes += chunk.length
      options.onProgress?.(savedBytes)
    }
  } finally {
    await file.close()
  }
}

/** What is not what was promised is deleted, so that the next try starts afresh. */
async function demandWhole({ bytes, sha256 }: RemoteFile, part: string): Promise<void> {
  const haveBytes = await readSize(part)
  if (bytes !== undefined && haveBytes < bytes)
    throw new ConnectionError(`The download broke off after ${haveBytes} of ${bytes} bytes.`)
  if (!sha256 || (await hashFile(part)) === sha256) return
  await rm(part)
  throw new ConnectionError('The bytes that arrived are not those that were made: their SHA-256 differs.')
}

function toDownloadError(cause: unknown, path: string): SongreelError {
  if (cause instanceof SongreelError)
    return cause instanceof ConnectionError || !isPassing(cause)
      ? cause
      : new ConnectionError(cause.message, { cause })
  const { message, code, syscall } = cause as NodeJS.ErrnoException
  const isDisk = syscall !== undefined && /^(open|write|rename|unlink|stat|mkdir)$/.test(syscall)
  return isDisk
    ? new SongreelError(`${path} can't be written: ${message}`, { cause })
    : new ConnectionError(`The download of ${path} failed: ${code ?? message}`, { cause })
}

function isPassing(error: SongreelError): boolean {
  return 'retryable' in error && error.retryable === true
}

async function readSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function hashFile(path: string): Promise<string | undefined> {
  if ((await readSize(path)) === 0) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
