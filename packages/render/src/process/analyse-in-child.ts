import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { type AudioAnalysis, hashFile, readCachedAnalysis } from '@songreel/audio'
import { runInChild } from './run-in-child.ts'

const ANALYSIS_TIMEOUT_MS = 10 * 60_000
const ANALYSIS_MEMORY_MB = 2048

/** Where analyses are kept, and whether this one is still wanted. */
export type AnalyseRequest = { cacheFolder?: string; signal?: AbortSignal }

/** Analyses a song in a process of its own: tempo, beats, sections, loudness, and its best moments. A known one needs none. */
export async function analyseAudioInChild(
  path: string,
  { cacheFolder, signal }: AnalyseRequest = {},
): Promise<AudioAnalysis> {
  const known = cacheFolder && (await readCachedAnalysis(cacheFolder, await hashFile(path, { signal })))
  if (known) return known
  const options = cacheFolder ? { cacheFolder: resolve(cacheFolder) } : {}
  return runInChild(
    { kind: 'ANALYSIS', path: resolve(path), options },
    {
      folder: tmpdir(),
      timeoutMs: ANALYSIS_TIMEOUT_MS,
      stallMs: ANALYSIS_TIMEOUT_MS,
      memoryLimitMb: ANALYSIS_MEMORY_MB,
      ...(signal && { signal }),
    },
  )
}
