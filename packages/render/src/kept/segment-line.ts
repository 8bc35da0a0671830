import { createHash } from 'node:crypto'
import { hashFile } from '@songreel/audio'
import { ENGINE_VERSION } from '../plan/engine-version.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { nameMachineKind } from './machine-kind.ts'
import type { SegmentSearch } from './segment-store.ts'

/**
 * What a video shares with its own earlier versions: candidates are looked for there. It only narrows the search; whether a
 * candidate fits is decided by what is drawn. Texts, colours, covers, lyrics and excerpts are what people change, so they don't count.
 */
export async function describeSearch(plan: RenderPlan): Promise<SegmentSearch> {
  const { template, size, fps, quality, format, bitRateMbps, files, songSha256, chapters } = plan
  const machine = nameMachineKind()
  // An album stays the same when songs are exchanged or come in another order.
  const album = chapters && [plan.song.artist, plan.song.album]
  const song = album ?? songSha256 ?? (files.audio && (await hashFile(files.audio).catch(() => null)))
  const facts = [ENGINE_VERSION, machine, template.contentId, size, fps, quality, format, bitRateMbps, song]
  return { line: createHash('sha256').update(JSON.stringify(facts)).digest('hex'), machine }
}
