import { access, constants, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { OUTPUT_FORMATS, type OutputFormat } from '@songreel/render'
import { CliError, EXIT, forbiddenError } from '../cli-error.ts'

const AUDIO_BYTES_PER_SEC = 200_000
/** Analysis, pictures and what the engine writes on the side. */
const WORK_BYTES = 50e6

/** What is known of a video before it is made. */
export type VideoMeasure = {
  width: number
  height: number
  fps: number
  durationSecs: number
  format: OutputFormat
}

/** Free bytes of the file system that a folder lies on. */
export type ReadFree = (folder: string) => Promise<number>

/** Makes sure that everything fits before anything is rendered. */
export async function checkDiskRoom(
  videos: readonly VideoMeasure[],
  { outFolder, workFolder }: { outFolder: string; workFolder: string },
  readFree: ReadFree = readFreeBytes,
): Promise<void> {
  await checkWritable(outFolder)
  const outBytes = videos.reduce((sum, video) => sum + estimateBytes(video), 0)
  // The folder that holds the hidden one of this run.
  await checkRoom(dirname(workFolder), WORK_BYTES, 'set SONGREEL_TEMP_DIR', readFree)
  await checkRoom(outFolder, outBytes, 'choose another folder with --out', readFree)
}

/** An upper bound for the size of a video's file. */
export function estimateBytes({ width, height, fps, durationSecs, format }: VideoMeasure): number {
  const pictureBytes = (width * height * fps * durationSecs * OUTPUT_FORMATS[format].bitsPerPixel) / 8
  return pictureBytes + AUDIO_BYTES_PER_SEC * durationSecs
}

/** Makes sure that videos may be put there; a folder that is yet to be made must be allowed where its nearest parent is. */
async function checkWritable(folder: string): Promise<void> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      return await access(path, constants.W_OK | constants.X_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' || path === dirname(path)) {
        if (code !== 'EACCES') throw error
        throw forbiddenError(
          `You may not write in ${path} (permission denied). Choose another folder with --out.`,
          error,
        )
      }
    }
  }
}

/** Asks the file system; a folder that is yet to be made lies where its nearest parent does. */
export async function readFreeBytes(folder: string): Promise<number> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path === dirname(path)) throw error
    }
  }
}

async function checkRoom(folder: string, needed: number, remedy: string, readFree: ReadFree): Promise<void> {
  const free = await readFree(folder)
  if (free >= needed) return
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  const message = `Needs about ${mb(needed)} in ${resolve(folder)}, ${mb(free)} free. Free some, or ${remedy}.`
  throw new CliError('STORAGE_FULL', EXIT.disk, message)
}
