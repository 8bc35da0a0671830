import { type HeldRun, type RunState, readRunState } from './held-runs.ts'
import { countMachineMs } from './machine-time.ts'
import type { Stack } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

/** A render that nobody has claimed by then is stuck; how long a takeover took is reported, however busy the machine. */
const LOOK_LIMIT_MS = 120_000
const LOOK_EVERY_MS = 50

/** How long a killed worker's render was in nobody's hands. */
export type Takeover = {
  renderId: string
  secs: number
  /** As long as it would have taken on a free machine. */
  machineSecs: number
}

/** Waits until another process has claimed the render; undefined when it was canceled before. */
export async function waitForTakeover(
  stack: Stack,
  held: HeldRun,
  { lostMs, onFinding }: { lostMs: number; onFinding(finding: string): void },
): Promise<Takeover | undefined> {
  const { renderId } = held
  let state: RunState | undefined
  const isSettled = async () => {
    state = await readRunState(stack, held)
    return state.takenMs !== null || state.isFinal
  }
  await waitUntil(isSettled, { limitMs: LOOK_LIMIT_MS, everyMs: LOOK_EVERY_MS })
  if (state?.takenMs) {
    const machineSecs = countMachineMs(lostMs, state.takenMs) / 1000
    return { renderId, secs: (state.takenMs - lostMs) / 1000, machineSecs }
  }
  if (!state?.isFinal)
    onFinding(`render ${renderId} of a killed worker was not running elsewhere after ${LOOK_LIMIT_MS} ms`)
  return undefined
}
