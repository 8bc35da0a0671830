import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AUDIO_URL } from '@songreel/server/testing/builders.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import { createSeededRandom } from '../../../tools/crash/seeded-random.ts'
import { type Mishap, startChaosProxy } from '../testing/chaos-proxy.ts'
import { ConnectionError, ServerError, Songreel, SongreelError, TimeoutError } from './index.ts'

// chaos.slow.test.ts makes more calls, and npm run test:chaos the most: SONGREEL_CHAOS_CALLS=1000 SONGREEL_CHAOS_SEED=7.

const CALLS = Number(process.env.SONGREEL_CHAOS_CALLS ?? 50)
const SEED = Number(process.env.SONGREEL_CHAOS_SEED ?? 1)
const AT_ONCE = 8

const MISHAPS: [weight: number, mishap: Mishap][] = [
  [10, 'NONE'],
  [2, 'DROP_REQUEST'],
  [2, 'DROP_RESPONSE'],
  [2, 'DELAY'],
  [0.8, 'HANG'],
  [2, 'BREAK_OFF'],
  [2, 'CUT_SHORT'],
  [2, 'REPEAT_REQUEST'],
  [2, 'REPEAT_RESPONSE'],
  [2, 'STATUS_503'],
]

const { url, token } = await startService({ after })
const random = createSeededRandom(SEED)
const proxy = await startChaosProxy({ after }, url, () => random.pickWeighted(MISHAPS))
const direct = new Songreel({ baseUrl: url, token })
const shaken = new Songreel({ baseUrl: proxy.url, token, retryDelayMs: 2, maxRetries: 2, timeoutMs: 1500 })

type Create = { ref: string; batchId?: string }

test(`${CALLS} calls through a bad network: no batch is lost or made twice, and every error is typed`, async (t) => {
  const creates: Create[] = []
  const errors: unknown[] = []
  let next = 0

  async function makeCalls(): Promise<void> {
    while (next < CALLS) {
      const number = next++
      await makeCall(number, creates).catch((error) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeCalls))

  for (const error of errors) assertTyped(error)
  for (const { ref, batchId } of creates) {
    const found = await direct.batches.list({ ref })
    assert.ok(found.items.length <= 1, `${ref} was made ${found.items.length} times`)
    if (batchId) assert.equal(found.items[0]?.batchId, batchId, `${ref} was acknowledged and is lost`)
    // Whoever got an error asks again with the same key, and has one batch.
    const again = await direct.batches.create(aBatch(ref), { idempotencyKey: ref })
    assert.equal((await direct.batches.list({ ref })).items.length, 1)
    assert.equal(again.batchId, found.items[0]?.batchId ?? again.batchId)
  }
  const failed = creates.filter(({ batchId }) => !batchId).length
  assert.ok(creates.length > CALLS / 4 && proxy.seen.size === MISHAPS.length)
  t.diagnostic(
    `seed ${SEED}: ${creates.length} creates (${failed} failed), ${errors.length} typed errors, ${show()}`,
  )
})

function aBatch(ref: string) {
  return {
    ref,
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: AUDIO_URL },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED' }],
  }
}

/** Creates and, between them, the other kinds of call. */
async function makeCall(number: number, creates: Create[]): Promise<void> {
  const known = creates.find(({ batchId }) => batchId)?.batchId
  if (number % 6 === 1) await shaken.artists.create({ name: `Artist ${number}` })
  else if (number % 6 === 2 && known) await shaken.batches.get(known)
  else if (number % 6 === 3) await shaken.batches.list({ limit: 5 }).toArray({ limit: 12 })
  else if (number % 6 === 4)
    await shaken.uploads.create(new Blob(['[00:12.00]Tin lanterns\n']), { name: 'a.lrc' })
  else {
    const create: Create = { ref: `call ${number}` }
    creates.push(create)
    create.batchId = (await shaken.batches.create(aBatch(create.ref), { idempotencyKey: create.ref })).batchId
  }
}

function assertTyped(error: unknown): void {
  const isOfTheNetwork =
    error instanceof ConnectionError || error instanceof TimeoutError || error instanceof ServerError
  const isStillRunning =
    error instanceof SongreelError && 'code' in error && error.code === 'IDEMPOTENCY_IN_PROGRESS'
  assert.ok(isOfTheNetwork || isStillRunning, `${error}`)
}

function show(): string {
  return [...proxy.seen].map(([mishap, count]) => `${mishap} ${count}`).join(', ')
}
