import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '@songreel/render'
import type { WorkError } from '../work-error.ts'
import { outboundError } from './outbound-error.ts'

/** How much of a file's beginning is shown to whoever wants to recognise it. */
const SNIFF_BYTES = 4096

/** Looks at the first bytes of a file; whatever it throws ends the download. */
export type Sniff = (start: Buffer) => void | Promise<void>

/** What is known of a body once it is on the disk. */
export type SavedBody = { bytes: number; sha256: string }

/** Where a body goes and what it may be. */
export type SaveOptions = {
  toFile: string
  maxBytes: number
  assertFreeSpace?: (bytes: number) => Promise<void>
  sniff?: Sniff
  /** Asked at the end: a body without a length also ends when its connection breaks. */
  findBreak(): WorkError | undefined
  signal: AbortSignal
}

/** Streams a body to the disk, counted and hashed on the way; the file appears only when it is whole. */
export async function saveBody(body: Readable, options: SaveOptions): Promise<SavedBody> {
  const { toFile, signal } = options
  const partFile = `${toFile}.${randomBytes(6).toString('hex')}.part`
  const inspection = createInspection(options)
  try {
    const file = createWriteStream(partFile, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(body, inspection.pass, file, { signal })
    await rename(partFile, toFile)
  } catch (error) {
    await rm(partFile, { force: true })
    throw isDiskFull(error)
      ? outboundError('disk-full', 'sent a file for which there is no room here', {
          isTransient: true,
          cause: error,
        })
      : error
  }
  return inspection.result()
}

/** A file over the limit: by its own declaration, or by what has arrived. */
export function tooLarge({ declaredBytes, maxBytes }: { declaredBytes?: number; maxBytes: number }) {
  const limit = formatMegabytes(maxBytes, Math.floor)
  const seen =
    declaredBytes === undefined
      ? `sends more than the limit of ${limit}`
      : `says that the file has ${formatMegabytes(declaredBytes, Math.ceil)}; the limit is ${limit}`
  return outboundError('too-large', seen)
}

function createInspection({ maxBytes, assertFreeSpace, sniff = () => {}, findBreak }: SaveOptions) {
  const hash = createHash('sha256')
  let bytes = 0
  let start: Buffer[] | undefined = []

  async function showStart() {
    const shown = Buffer.concat(start ?? []).subarray(0, SNIFF_BYTES)
    start = undefined
    await sniff(shown)
  }

  return {
    async *pass(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length
        if (bytes > maxBytes) throw tooLarge({ maxBytes })
        await assertFreeSpace?.(chunk.length)
        hash.update(chunk)
        start?.push(chunk)
        if (start && bytes >= SNIFF_BYTES) await showStart()
        yield chunk
      }
      const broken = findBreak()
      if (broken) throw broken
      if (bytes === 0) throw outboundError('truncated', 'sent an empty file', { isTransient: true })
      if (start) await showStart()
    },
    result: (): SavedBody => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** Rounded away from each other, so that a file just over the limit does not read as equal to it. */
function formatMegabytes(bytes: number, round: (value: number) => number): string {
  const megabyte = 1024 * 1024
  return bytes < megabyte ? `${bytes} bytes` : `${round((bytes / megabyte) * 10) / 10} MB`
}
