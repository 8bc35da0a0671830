import { resolve } from 'node:path'
import { openFolderStore, type SegmentStore } from '@songreel/render'
import { usageError } from '../cli-error.ts'
import { makeFolder } from '../make-folder.ts'
import { locateCache } from '../songs/song-cache.ts'

/** About half an hour at FULL. */
const DEFAULT_MB = 2000

/**
 * Where the pieces of finished videos stay, so that a corrected one costs seconds. Undefined where nothing is to be kept, or nothing
 * can be written.
 */
export async function openSegmentCache(): Promise<SegmentStore | undefined> {
  const maxBytes = readLimitMb() * 1e6
  const cache = locateCache()
  if (cache === '' || maxBytes === 0) return undefined
  const folder = resolve(cache, 'segments')
  try {
    await makeFolder(folder, { mode: 0o700 })
    return openFolderStore(folder, { maxBytes })
  } catch {
    return undefined
  }
}

function readLimitMb(): number {
  const { SONGREEL_SEGMENT_MB } = process.env
  if (SONGREEL_SEGMENT_MB === undefined || SONGREEL_SEGMENT_MB === '') return DEFAULT_MB
  const mb = Number(SONGREEL_SEGMENT_MB)
  if (Number.isFinite(mb) && mb >= 0) return mb
  throw usageError(
    `SONGREEL_SEGMENT_MB is ${SONGREEL_SEGMENT_MB}; it takes a number of megabytes, 0 for none.`,
  )
}
