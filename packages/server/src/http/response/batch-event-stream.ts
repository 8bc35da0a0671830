import type { Writable } from 'node:stream'
import type { Batch, BatchRender } from '@songreel/contract'
import type { BatchState } from '../../batches/batch-watch.ts'
import { formatEvent } from './event-streams.ts'

/**
 * Writes to one client what is new to it: the batch, and those of its renders that changed. A client that reads slowly
 * gets fewer states, never late ones: while it is behind only the newest is kept for it.
 */
export function createBatchEventStream(stream: Writable, lastSeenMark: string): (state: BatchState) => void {
  let before: Batch | undefined
  let kept: BatchState | undefined

  function send(state: BatchState): void {
    if (stream.writableNeedDrain) {
      kept = state
      return
    }
    const { mark, batch } = state
    const isKnown = before === undefined && mark === lastSeenMark
    if (!isKnown) stream.write(listEvents(before, state))
    before = batch
    if (batch.isFinal) stream.end()
  }

  stream.on('drain', () => {
    const state = kept
    kept = undefined
    if (state) send(state)
  })
  return send
}

function listEvents(before: Batch | undefined, { mark, batch }: BatchState): string {
  const changed = batch.renders.filter((render) => hasChanged(before, render))
  // Only the last event carries the mark: a client that is cut off before it gets the whole state again.
  return [...changed.map((render) => formatEvent('render', render)), formatEvent('batch', batch, mark)].join(
    '',
  )
}

function hasChanged(before: Batch | undefined, render: BatchRender): boolean {
  const old = before?.renders.find(({ renderId }) => renderId === render.renderId)
  return old?.status !== render.status || old.progress !== render.progress
}
