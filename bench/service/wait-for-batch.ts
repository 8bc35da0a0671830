import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from './stack.ts'

/** Waits until all renders of a batch are complete; anything else ends the benchmark. */
export async function waitForBatch(stack: Stack, batchId: string, everyMs = 250): Promise<void> {
  for (;;) {
    const { status, renders } = await stack.call('GET', `/v1/batches/${batchId}`)
    if (status === 'COMPLETED') return
    const broken = renders.find((render) => render.status === 'FAILED')
    if (broken) throw new Error(`A render failed: ${JSON.stringify(broken.error)}`)
    await sleep(everyMs)
  }
}
