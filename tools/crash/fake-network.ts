import { createHash } from 'node:crypto'
import { startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import type { SeededRandom } from './seeded-random.ts'

type Cleanup = { after(fn: () => Promise<void>): void }

/** One arrival of an event at the receiver. */
export type Arrival = {
  eventId: string
  type: string
  batchId: string
  renderId: string | undefined
  /** Whether the receiver responded that it has it. */
  isAccepted: boolean
}

/** What lies outside of the service: songs to fetch, and a receiver of webhooks. */
export type FakeNetwork = {
  songUrl: string
  /** Never the same bytes twice. */
  changingSongUrl: string
  hookUrl: string
  listArrivals(): Arrival[]
}

/**
 * Opens the network on loopback. A share of all events is refused when it first arrives, and only then: after a second
 * time the next try would be five minutes later.
 */
export async function openFakeNetwork(
  cleanup: Cleanup,
  random: SeededRandom,
  refusedShare: number,
): Promise<FakeNetwork> {
  const hosts = await startAssetServer(cleanup)
  const song = makeTestSong(3)
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
    songUrl: hosts.put('/song.wav', song),
    changingSongUrl: hosts.put('/changing.wav', (_, response) => response.end(changed(song, served++))),
    hookUrl,
    listArrivals: () =>
      hosts.requests
        .map(({ path, headers, body }, index) => ({ path, headers, body, isAccepted: accepted.has(index) }))
        .filter(({ path }) => path === '/hook')
        .map(({ headers, body, isAccepted }) => arrivalOf(String(headers['webhook-id']), body, isAccepted)),
  }
}

function arrivalOf(eventId: string, body: string, isAccepted: boolean): Arrival {
  const { type, data } = JSON.parse(body)
  return { eventId, type, batchId: data.batchId, renderId: data.renderId, isAccepted }
}

/** The song with other last samples. */
function changed(song: Uint8Array, count: number): Uint8Array {
  const other = Uint8Array.from(song)
  other.set(createHash('sha256').update(String(count)).digest(), other.length - 32)
  return other
}
