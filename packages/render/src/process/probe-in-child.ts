import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { hashFile, readCached, writeCached } from '@songreel/audio'
import type { ProbedMedia, ProbeOptions } from '../probe/media-facts.ts'
import { runInChild } from './run-in-child.ts'

const PROBE_TIMEOUT_MS = 60_000
/** Analysing takes longer than decoding alone. */
const ANALYSIS_TIMEOUT_MS = 5 * PROBE_TIMEOUT_MS
const PROBE_MEMORY_MB = 1024

/** Raise this when a probe's result changes: cached results of older versions are then ignored. */
const FACTS_VERSION = 3

/** What is looked for, and where the process works. */
export type ProbeRequest = ProbeOptions & {
  signal?: AbortSignal
  /** Best on the same file system as the file; the system's folder for temporary files otherwise. */
  folder?: string
  /** Folders that the process must not see: secrets, the files of others. */
  closedFolders?: readonly string[]
  /** Results are cached in this folder by content hash, so that a known file needs no process. Unset: no cache. */
  factsFolder?: string
}

/** Looks into a file from outside in a process of its own: no file, however hostile, can hurt the caller. */
export async function probeMediaInChild(
  path: string,
  { factsFolder, ...request }: ProbeRequest = {},
): Promise<ProbedMedia> {
  const stored = factsFolder && (await locateFacts(path, factsFolder, request))
  if (!stored) return probe(path, request)
  const known = (await readCached(stored)) as ProbedMedia | undefined
  if (known) return known
  const found = await probe(path, request)
  await writeCached(stored, found)
  return found
}

function probe(
  path: string,
  { signal, folder = tmpdir(), closedFolders = [], ...options }: Omit<ProbeRequest, 'factsFolder'>,
): Promise<ProbedMedia> {
  const timeoutMs = options.analysisFolder ? ANALYSIS_TIMEOUT_MS : PROBE_TIMEOUT_MS
  return runInChild(
    { kind: 'PROBE', path: resolve(path), options },
    {
      folder,
      closedFolders,
      timeoutMs,
      stallMs: timeoutMs,
      memoryLimitMb: PROBE_MEMORY_MB,
      ...(signal && { signal }),
    },
  )
}

/** Tags are read by the file's ending, too. Undefined for a file that cannot be read: what is wrong is the process's to say. */
async function locateFacts(
  path: string,
  folder: string,
  { expect, withTags, withLoudness, analysisFolder, signal }: ProbeRequest,
): Promise<string | undefined> {
  const sha256 = await hashFile(path, { signal }).catch(() => undefined)
  const looks = [expect, withTags && 'TAGS', withLoudness && 'LOUDNESS', analysisFolder && 'ANALYSIS']
  const form = [...looks, extname(path).slice(1).toLowerCase()].filter(Boolean).join('-')
  return sha256 && join(folder, `${sha256}.v${FACTS_VERSION}.${form}.facts`)
}
