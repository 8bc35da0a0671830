import { join } from 'node:path'
import type { AudioAnalysis } from './audio-analysis.ts'
import { readCached, writeCached } from './content-cache.ts'

/** Goes up with every change of what is stored or how it is computed; older entries are then made anew. */
export const ANALYSIS_VERSION = 6

/** The stored analysis of a file's content; undefined if there is none, or if it is damaged. */
export async function readCachedAnalysis(folder: string, sha256: string): Promise<AudioAnalysis | undefined> {
  const analysis = (await readCached(locateAnalysis(folder, sha256))) as AudioAnalysis | undefined
  return analysis?.sha256 === sha256 ? analysis : undefined
}

/** Stores an analysis in one step. */
export async function writeCachedAnalysis(folder: string, analysis: AudioAnalysis): Promise<void> {
  await writeCached(locateAnalysis(folder, analysis.sha256), analysis)
}

/** Where the analysis of a file's content is stored. */
export function locateAnalysis(folder: string, sha256: string): string {
  return join(folder, `${sha256}.v${ANALYSIS_VERSION}.analysis`)
}
