import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { ProbedMedia, ProbeOptions } from '../probe/media-facts.ts'
import { runInChild } from './run-in-child.ts'

const PROBE_TIMEOUT_MS = 60_000
/** Analysing takes longer than decoding alone. */
const ANALYSIS_TIMEOUT_MS = 5 * PROBE_TIMEOUT_MS
const PROBE_MEMORY_MB = 1024

/** What is looked for, and where the process works. */
export type ProbeRequest = ProbeOptions & {
  signal?: AbortSignal
  /** Best on the same file system as the file; the system's folder for temporary files otherwise. */
  folder?: string
  /** Folders that the process must not see: secrets, the files of others. */
  closedFolders?: readonly string[]
}

/** Looks into a file from outside in a process of its own: no file, however hostile, can hurt the caller. */
export async function probeMediaInChild(
  path: string,
  { signal, folder = tmpdir(), closedFolders = [], ...options }: ProbeRequest = {},
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
