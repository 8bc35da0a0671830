import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assetKey } from '@songreel/server/internal/assets/asset-key.ts'
import type { Installation } from './start-stack.ts'

type AssetFacts = {
  assetId: string
  orgId: string
  status: string
  sha256: string | null
  bytes: number | null
  error: unknown
  /** What it had when it became READY; null: it was so from the start. */
  firstSha256: string | null
}

/**
 * Every file of the fake network can be had and is good: none failed, and the bytes of each that is READY are there, the same
 * that it had when it first was so.
 */
export async function checkAssets({ query, dataDir }: Installation): Promise<string[]> {
  const assets = await query<AssetFacts>(
    `select asset_id as "assetId", org_id as "orgId", status, assets.sha256, assets.bytes::float8 as bytes, error,
       seen.sha256 as "firstSha256" from assets left join crash.ready_assets seen using (asset_id)
     where status <> 'PENDING'`,
  )
  const findings: string[] = []
  for (const asset of assets) {
    const problem = await findProblem(asset, join(dataDir, 'files'))
    if (problem) findings.push(`asset ${asset.assetId} is ${asset.status}, ${problem}`)
  }
  return findings
}

async function findProblem(
  { status, orgId, sha256, bytes, error, firstSha256 }: AssetFacts,
  folder: string,
): Promise<string | undefined> {
  if (status !== 'READY') return `though its file is good: ${JSON.stringify(error)}`
  if (sha256 === null) return 'and nothing says which bytes are its own'
  if (firstSha256 !== null && firstSha256 !== sha256) return `and had other bytes before: ${firstSha256}`
  const stored = await readFile(join(folder, assetKey(orgId, sha256))).catch(() => undefined)
  if (!stored) return 'and its bytes are not there'
  if (stored.length !== bytes) return `of ${bytes} bytes, and ${stored.length} are there`
  const isSame = createHash('sha256').update(stored).digest('hex') === sha256
  return isSame ? undefined : 'and other bytes are there'
}
