import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Asset, CallOptions, Songreel } from '@songreel/sdk'
import type { FileRef } from './catalogue.ts'

/** Whether a record has another file than the catalogue names. What a catalogue leaves out stays as it is. */
export async function isOtherFile(
  client: Songreel,
  assetId: string | null | undefined,
  wanted: FileRef | undefined,
  options: CallOptions,
): Promise<boolean> {
  if (!wanted) return false
  if (!assetId) return true
  const asset = await client.assets.get(assetId, options)
  if (wanted.url !== undefined) return asset.sourceUrl !== wanted.url
  return (await findHash(client, asset, options)) !== (await hashFile(wanted.path))
}

/** An asset that was made from an upload has its bytes there, even before it has been looked at. */
async function findHash(client: Songreel, asset: Asset, options: CallOptions): Promise<string | null> {
  const uploadId = /\/v1\/uploads\/(ast_\w+)$/.exec(asset.sourceUrl ?? '')?.[1]
  if (asset.sha256 !== null || !uploadId) return asset.sha256
  return (await client.assets.get(uploadId, options)).sha256
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
