import { createHash } from 'node:crypto'
import { startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { type S3Store, startS3Store } from '@songreel/server/testing/s3-store.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A tenth of a second of 16 bits at 22 kHz, after the header and the first beat. */
const CHANGED_BYTES = 4400
const CHANGED_AT = 10_044

type Cleanup = { after(fn: () => Promise<void>): void }

/** A record as it came over the wire. */
export type Fields = Record<string, unknown>

/** One arrival of an event at the receiver. */
export type Arrival = {
  eventId: string
  type: string
  batchId: string
  renderId: string | undefined
  timestamp: string
  /** What the event told of: the record of a render or a batch. */
  data: Fields
  /** Whether the receiver responded that it has it. */
  isAccepted: boolean
}

/** What lies outside of the service: songs to fetch, a receiver of webhooks, and a bucket that videos are sent to. */
export type FakeNetwork = {
  songUrl: string
  /** Never the same bytes twice. */
  changingSongUrl: string
  hookUrl: string
  store: S3Store
  listArrivals(): Arrival[]
}

/**
 * Opens the network on loopback. A share of all events and of all videos is refused when it first arrives, and only then:
 * after a second time the next try would be five minutes later.
 */
export async function openFakeNetwork(
  cleanup: Cleanup,
  random: SeededRandom,
  refusedShare: number,
): Promise<FakeNetwork> {
  const hosts = await startAssetServer(cleanup)
  const store = await startS3Store(cleanup)
  const begun = new Set<string>()
  // The poster comes first, so that a delivery meets one refusal at most.
  store.fault = ({ method, key }) => {
    if (method !== 'PUT' || !key.endsWith('.jpg') || begun.has(key)) return undefined
    begun.add(key)
    return random.isChance(refusedShare) ? { status: 503, code: 'SlowDown' } : undefined
  }
  const song = makeTestSong(3)
  const longSong = makeTestSong(61)
  const seen = new Set<string>()
  const accepted = new Set<number>()
  let served = 0

  const hookUrl = hosts.put('/hook', (request, response) => {
    const eventId = String(request.headers['webhook-id'])
    const isRefused = !seen.has(eventId) && random.isChance(refusedShare)
    seen.add(eventId)
    if (!isRefused) accepted.add(hosts.requests.length - 1)
    response.writeHead(isRefused ? 500 : 204).end()
  })
  return {
    songUrl: hosts.put('/song.wav', longSong),
    changingSongUrl: hosts.put('/changing.wav', (_, response) => response.end(changed(song, served++))),
    hookUrl,
    store,
    listArrivals: () =>
      hosts.requests
        .map(({ path, headers, body }, index) => ({ path, headers, body, isAccepted: accepted.has(index) }))
        .filter(({ path }) => path === '/hook')
        .map(({ headers, body, isAccepted }) => arrivalOf(String(headers['webhook-id']), body, isAccepted)),
  }
}

function arrivalOf(eventId: string, body: string, isAccepted: boolean): Arrival {
  const { type, timestamp, data } = JSON.parse(body)
  return { eventId, type, timestamp, batchId: data.batchId, renderId: data.renderId, data, isAccepted }
}

/** The song with some other samples in the first second, which is what the videos are made of: another song is another video. */
function changed(song: Uint8Array, count: number): Uint8Array {
  const other = Uint8Array.from(song)
  const noise = createHash('shake256', { outputLength: CHANGED_BYTES }).update(String(count)).digest()
  other.set(noise, CHANGED_AT)
  return other
}
