import { mkdir } from 'node:fs/promises'
import { runInChild } from './run-in-child.ts'

/** A module of ours that exports `run`, and what it is given: plain data. */
export type Task = { moduleUrl: string; input: unknown }

/** Where the process works, what it must not see, and how long and how large it may get. */
export type TaskLimits = {
  folder: string
  closedFolders?: readonly string[]
  timeoutMs: number
  memoryLimitMb: number
  signal?: AbortSignal
}

/** Runs work that draws what somebody sent, in a contained process of its own; the result is plain data, too. */
export async function runTaskInChild(
  { moduleUrl, input }: Task,
  { folder, closedFolders = [], timeoutMs, memoryLimitMb, signal }: TaskLimits,
): Promise<unknown> {
  await mkdir(folder, { recursive: true })
  const limits = { folder, closedFolders, timeoutMs, stallMs: timeoutMs, memoryLimitMb }
  return runInChild({ kind: 'TASK', moduleUrl, input }, { ...limits, ...(signal && { signal }) })
}
