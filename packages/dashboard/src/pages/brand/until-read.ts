import type { Asset } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { forgetReadings } from '../../fetch-once.ts'

/** An upload is read within a moment; what another server has may take a while, and is asked for less often. */
const SOON_MS = 250
const LATER_MS = 2000
const SOON_READINGS = 20
/** Longer than the server tries to fetch a file. */
const MOST_WAIT_MS = 30 * 60_000

type Waiting = { signal?: AbortSignal; onWait?(): void }

/** The server fetches and reads a file on its own: waits until it has it, or has given up. */
export async function untilRead(assetId: string, { signal, onWait }: Waiting = {}): Promise<Asset> {
  const untilMs = Date.now() + MOST_WAIT_MS
  for (let count = 1; ; count++) {
    const asset = await songreel.assets.get(assetId)
    if (asset.status !== 'PENDING' || signal?.aborted || Date.now() > untilMs) return asset
    if (count === 1) onWait?.()
    await new Promise((resolve) => setTimeout(resolve, count < SOON_READINGS ? SOON_MS : LATER_MS))
    forgetReadings()
  }
}
