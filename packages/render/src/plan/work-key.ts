import { createHash } from 'node:crypto'
import { ENGINE_VERSION } from './engine-version.ts'
import type { RenderPlan } from './render-plan.ts'

/** What a plan does not say about its video: the version of its template, and what is in its files. */
export type WorkInputs = {
  templateVersion: number
  hashes: Readonly<Record<string, string | readonly string[]>>
}

/** Two videos with the same key are the same, so the second one need not be made. Every field of a plan counts but those that only say where and how fast. */
export function deriveWorkKey(plan: RenderPlan, { templateVersion, hashes }: WorkInputs): string {
  const { template, files, folder, outFile, threads, cacheFolder, songSha256, chapters, ...decisive } = plan
  const songs = chapters?.map(({ song }) => song)
  // A look that is nowhere in a file is all of its address: two may share a name and a number, and differ.
  const look = template.url.startsWith('data:') ? [template.url] : []
  const facts = [ENGINE_VERSION, template.contentId, templateVersion, hashes, { ...decisive, songs }, ...look]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
