import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { listWantedAssets } from '../assets/gather-files.ts'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import type { Preview } from '../ongoing-work.ts'
import type { Services } from '../services.ts'
import { getAssetRow } from '../store/assets.ts'
import { VERSION } from '../version.ts'
import { createAsker } from './preview-line.ts'
import {
  drawPreview,
  type PreparedPreview,
  type PreviewRequest,
  type PreviewShot,
  preparePreview,
} from './render-preview.ts'

/** A preview of an organization: at once if it was made a short time ago, else when its turn comes. Kept in memory only. */
export async function makePreview(
  services: Services,
  request: PreviewRequest,
  { signal, ...shot }: PreviewShot & { signal: AbortSignal },
): Promise<Preview> {
  const { previews, previewCache } = services.ongoing
  const prepared = await preparePreview(services, request, shot)
  const name = await nameByFacts(services, prepared)
  const ready = previewCache.find(name)
  if (ready) return ready
  return previews.ask(name, createAsker(services, request, signal), async (ended) => {
    const preview = await drawPreview(services, prepared, ended)
    previewCache.keep(name, preview)
    return preview
  })
}

/** What a template looks like follows from these. One of the operator's own may change without a new version. */
export function listTemplateFacts({ template, folder, url }: OfferedTemplate): unknown[] {
  // The address of a look that lies in no folder is all of it.
  if (folder === undefined) return [VERSION, url]
  const files = readdirSync(folder).map((name) => path.join(folder, name))
  const newestMs = Math.round(Math.max(...files.map((name) => statSync(name).mtimeMs)))
  return [VERSION, template.contentId, template.version, newestMs]
}

/** A name for whatever follows from these facts alone. */
export function hashFacts(facts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Equal previews have equal names; one whose files are not all here is like no other. */
async function nameByFacts(services: Services, prepared: PreparedPreview): Promise<string> {
  const { request, shot, planned, song, brand } = prepared
  const { orgId, isTest, loaded, input } = request
  const ofBrand = brand?.files.map(({ assetId }) => assetId) ?? []
  const assetIds = [...(song ? listWantedAssets(song, planned.needs) : []), ...ofBrand]
  const assets = await Promise.all(assetIds.map((assetId) => getAssetRow(services.db, orgId, assetId)))
  if (assets.some(({ status, sha256 }) => status !== 'READY' || sha256 === null)) return randomUUID()
  const files = assets.map(({ assetId, sha256 }) => [assetId, sha256])
  return hashFacts([...listTemplateFacts(loaded), orgId, isTest, input, shot, planned, song, brand, files])
}
