import path from 'node:path'
import type { Config } from '../config/config.ts'
import { openLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'
import { tryS3 } from './try-s3.ts'

/** Opens the storage that the settings name. S3's client is large and loaded only where it is wanted. */
export async function openStorage(config: Config): Promise<Storage> {
  const { s3Bucket, s3Endpoint, s3Region, dataDir } = config
  if (!s3Bucket) return openLocalStorage(path.join(dataDir, 'files'))
  const incomingFolder = path.join(dataDir, 'incoming')
  const { openS3Storage } = await import('./s3-storage.ts')
  const place = { bucket: s3Bucket, endpoint: s3Endpoint, region: s3Region }
  const storage = await openS3Storage({ ...place, incomingFolder })
  await tryS3(storage, place)
  return storage
}
