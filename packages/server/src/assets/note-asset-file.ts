import { crashPoint } from '../crash-point.ts'
import type { Db } from '../services.ts'
import { notePendingFiles } from '../store/pending-files.ts'
import { assetKey } from './asset-key.ts'
import type { StoredFile } from './storage.ts'

/**
 * Gives a file of an organization its key, noted before the file is there: should the row that names it never come, the
 * janitor finds the file. The note stays, because equal bytes have one key, and others may be about to name it.
 */
export function noteAssetFile(db: Db, orgId: string): (file: StoredFile) => Promise<string> {
  return async ({ sha256 }) => {
    const key = assetKey(orgId, sha256)
    await notePendingFiles(db, [key])
    await crashPoint('asset-noted')
    return key
  }
}
