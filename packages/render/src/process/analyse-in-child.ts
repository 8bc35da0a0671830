import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { AudioAnalysis } from '../audio/audio-analysis.ts'
import { runInChild } from './run-in-child.ts'

const ANALYSIS_TIMEOUT_MS = 10 * 60_000
const ANALYSIS_MEMORY_MB = 2048

/** Where analyses are kept, and whether this one is still wanted. */
export type AnalyseRequest = { cacheFolder?: string; signal?: AbortSignal }

/** Analyses a song in a process of its own: tempo, beats, sections, loudness, and its best moments. */
export async function analyseAudioInChild(
  path: string,
  { cacheFolder, signal }: AnalyseRequest = {},
): Promise<AudioAnalysis> {
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
