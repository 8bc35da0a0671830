import { readCachedAnalysis, writeCachedAnalysis } from './analysis-cache.ts'
import type { AudioAnalysis } from './audio-analysis.ts'
import { hashFile } from './hash-file.ts'

/** How an analysis is asked for. */
export type AnalyseOptions = {
  signal?: AbortSignal
  /** Where analyses are kept between renders; without it nothing is kept. */
  cacheFolder?: string
  /** The file's SHA-256 if it is known already. */
  sha256?: string
  /** Longer songs are refused; default two hours. */
  maxSecs?: number
}

/** Analyses a whole song for what a video needs to know; the result is cached by the file's content. */
export async function analyseAudio(path: string, options: AnalyseOptions = {}): Promise<AudioAnalysis> {
  const { signal, cacheFolder } = options
  const sha256 = options.sha256 ?? (await hashFile(path, { signal }))
  const known = cacheFolder && (await readCachedAnalysis(cacheFolder, sha256))
  if (known) return known

  // Decoders take long to load; a song that is known needs none of them.
  const { analyseSong } = await loadAnalyser()
  const analysis = { sha256, ...(await analyseSong(path, options)) }
  if (cacheFolder) await writeCachedAnalysis(cacheFolder, analysis)
  return analysis
}

/** Loads all that analyses: for whoever wants it loaded before the first song comes. */
export function loadAnalyser(): Promise<typeof import('./analyse-song.ts')> {
  return import('./analyse-song.ts')
}
