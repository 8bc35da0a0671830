import { computed, signal } from '@preact/signals'
import type { BatchRecord } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { endsSession } from '../session/session.ts'
import { listen } from './live.ts'
import { findRenderState } from './render-state.ts'

const SHOWN = 100
const WAITING_OR_FINAL = ['PENDING', 'COMPLETED', 'FAILED', 'CANCELED']

/** The batches that are not finished, oldest first: undefined until they are read. */
export const openBatches = signal<BatchRecord[] | undefined>(undefined)

/** How much is being rendered, and how much waits. */
export const activity = computed(() => {
  const states = (openBatches.value ?? []).flatMap(({ renders }) => renders.map(findRenderState))
  return {
    rendering: states.filter((state) => !WAITING_OR_FINAL.includes(state)).length,
    waiting: states.filter((state) => state === 'PENDING').length,
  }
})

/** Keeps them up to date while somebody is signed in. */
export function followOpenBatches(): () => void {
  refresh()
  return listen({ onBatch: applyUpdate, onRefresh: refresh })
}

function applyUpdate(batch: BatchRecord): void {
  const rest = (openBatches.value ?? []).filter(({ batchId }) => batchId !== batch.batchId)
  openBatches.value = batch.isFinal ? rest : sort([...rest, batch])
}

async function refresh(): Promise<void> {
  try {
    const { items } = await songreel.batches.list({ isFinal: false, limit: SHOWN })
    openBatches.value = sort(items)
  } catch (error) {
    // The chip already says that the server does not respond, and the next refresh tries again.
    endsSession(error)
  }
}

function sort(batches: BatchRecord[]): BatchRecord[] {
  return batches.sort((a, b) => (a.batchId < b.batchId ? -1 : 1))
}
