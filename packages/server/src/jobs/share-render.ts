import { setTimeout as sleep } from 'node:timers/promises'
import type { RenderProgress, SegmentSearch, SegmentStore } from '@songreel/render'
import type { KeptSegments } from '../segments/open-segment-store.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { claimSegment, forgetClaims, LEADER } from '../store/segments/segment-claims.ts'
import { createHelperCall, type HelperCall } from './call-helpers.ts'

// docs/decisions/0033-one-render-many-workers.md says why.

const ASK_EVERY_MS = 150

/** A render whose segments may be made by others, too. */
export type SharedRender = {
  segments: SegmentStore
  /** Takes note of how far the run is; returns it with what helpers have made. */
  note(progress: RenderProgress): RenderProgress
  /** How many segments helpers made for this run. */
  countHelped(): number
  stop(): Promise<void>
}

/** What is shared: the work, its kept segments, and how many frames each has. */
export type ShareOptions = {
  workKey: string
  kept: KeptSegments
  framesPerSegment: number
  signal: AbortSignal
}

/**
 * The run goes from the first segment on and makes the video; helpers come from the last one. Where they meet, the run takes what
 * they have made, and makes what they have lost.
 */
export function shareRender(services: Services, run: ClaimedRun, options: ShareOptions): SharedRender {
  const { db, log } = services
  const { kept, signal } = options
  /** What threads of this run draw, or have drawn and not kept yet. */
  const inHand = new Set<number>()
  const helped = new Set<number>()
  let machine: string | undefined
  const call = createHelperCall(services, run, { ...options, listInHand: () => [...inHand] })

  async function untilTurn(index: number, search: SegmentSearch): Promise<string | undefined> {
    for (;;) {
      signal.throwIfAborted()
      const isMine = await claimSegment(db, run, index, LEADER)
      const key = await kept.findNow(index, search)
      if (key !== undefined) helped.add(index)
      if (key !== undefined || isMine) return key
      await sleep(ASK_EVERY_MS, undefined, { signal })
    }
  }

  return {
    segments: {
      ...kept,
      async findMade(index, search) {
        machine = search.machine
        const key = await kept.findMade(index, search)
        if (key !== undefined) return key
        inHand.add(index)
        if (!call.isShared()) return undefined
        const made = await untilTurn(index, search)
        if (made !== undefined) inHand.delete(index)
        return made
      },
      async keep(made, search) {
        await kept.keep(made, search)
        inHand.delete(made.index)
      },
    },
    note(progress) {
      const all = addHelp(progress, call, options.framesPerSegment * (call.countMade() - helped.size))
      if (machine !== undefined) call.note(all, machine)
      return all
    },
    countHelped: () => helped.size,
    async stop() {
      await call.settled()
      if (!call.isShared()) return
      await forgetClaims(db, run).catch((error) =>
        log.warn({ err: error, renderId: run.renderId }, 'claims of segments could not be deleted'),
      )
    },
  }
}

/** The engine counts what it has drawn or taken; what helpers have ready, and how many they are, shortens the rest. */
function addHelp(progress: RenderProgress, call: HelperCall, readyFrames: number): RenderProgress {
  if (!call.isShared() || progress.stage !== 'DRAWING') return progress
  const left = Math.max(1, progress.frameCount - progress.frames)
  const frames = Math.min(progress.frameCount, progress.frames + Math.max(0, readyFrames))
  const share = (progress.frameCount - frames) / left / (1 + call.countHelpers())
  return { ...progress, frames, etaSecs: progress.etaSecs === null ? null : progress.etaSecs * share }
}
