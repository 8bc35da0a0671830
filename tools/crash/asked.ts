import type { Caller } from './caller.ts'
import type { FakeNetwork } from './fake-network.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What a batch is asked for with. */
export type AskedBody = {
  ref: string
  mediaId?: string
  serviceParams: { seed: number; priority?: number; destination?: object }
  renders: { contentId: string; videoSettings: object }[]
}

/** A batch that was asked for. */
export type Asked = {
  ref: string
  hasKey: boolean
  hasWebhook: boolean
  body: AskedBody
  headers: Record<string, string>
  /** Ids in the responses that came: none, or always the same one. */
  batchIds: Set<string>
}

/** What a client works with. */
export type ClientOptions = {
  /** Stands in every `ref` and Idempotency-Key: clients of one organization must not meet. */
  name?: string
  call: Caller
  random: SeededRandom
  network: FakeNetwork
  /** Where a share of the batches has its videos sent. */
  destination?: object
  openRenders(): number
  onFinding(finding: string): void
}

/** Posts a batch until it is acknowledged, and returns what was asked for. */
export type Poster = (body: NewBody) => Promise<Asked>

/** A batch that has no name yet. */
export type NewBody = Omit<AskedBody, 'ref'> & { media?: object }
