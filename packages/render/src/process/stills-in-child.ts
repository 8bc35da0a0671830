import { mkdir } from 'node:fs/promises'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { ChildLimits } from './child-watch.ts'
import { runInChild } from './run-in-child.ts'

const STILLS_TIMEOUT_MS = 120_000
const STILLS_MEMORY_MB = 2048
/** Somebody waits for a still, and nobody looks on while a video is made: it comes after requests, and before renders. */
const STILLS_NICENESS = 5

/** Which moments are wanted, in seconds of the video. */
export type StillsRequest = { atSecs: number[]; signal?: AbortSignal; closedFolders?: readonly string[] }

/** PNG pictures of single moments, by the same engine and with the same pixels as the video. */
export async function renderStillsInChild(plan: RenderPlan, request: StillsRequest): Promise<Uint8Array[]> {
  await mkdir(plan.folder, { recursive: true })
  const job = { kind: 'STILLS' as const, plan, atSecs: request.atSecs }
  return (await runInChild(job, limitStills(plan.folder, request))).pictures
}

/** The limits of a child that draws stills in a folder. */
export function limitStills(
  folder: string,
  { signal, closedFolders = [] }: Pick<StillsRequest, 'signal' | 'closedFolders'>,
): ChildLimits {
  return {
    folder,
    closedFolders,
    timeoutMs: STILLS_TIMEOUT_MS,
    stallMs: STILLS_TIMEOUT_MS,
    memoryLimitMb: STILLS_MEMORY_MB,
    niceness: STILLS_NICENESS,
    ...(signal && { signal }),
  }
}
