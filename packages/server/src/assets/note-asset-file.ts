import type { Config } from '../config/config.ts'
import { crashPoint } from '../crash-point.ts'
import type { Db } from '../store/schema.ts'
import { assetKey } from './asset-key.ts'
import type { StoredFile } from './storage.ts'
import { reserveFiles } from './storage-quota.ts'

/**
 * Gives a file of an organization its key, noted before the file is there: should the row that names it never come, the
 * janitor finds the file. The note stays, because equal bytes have one key, and others may be about to name it.
 */
export function noteAssetFile(
  deps: { config: Config; db: Db },
  orgId: string,
): (file: StoredFile) => Promise<string> {
  return async ({ sha256, bytes }) => {
    const key = assetKey(orgId, sha256)
    await reserveFiles(deps, orgId, [{ key, bytes }])
    await crashPoint('asset-noted')
    return key
  }
}
