import { writeFile } from 'node:fs/promises'
import { ERRORS, type ErrorCode, Failure, WebhookEvent, WebhookEventType } from '@songreel/contract'
import { RECORDED_FILE } from '@songreel/server/internal/examples/recorded-examples.ts'
import { type AssetServer, startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { PROVOCATIONS, startGround } from '@songreel/server/testing/provoke-errors.ts'
import { startS3Store } from '@songreel/server/testing/s3-store.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { createNormaliser, replacementsFor } from './normalise.ts'
import { tellStory } from './story.ts'

const cleanups: (() => Promise<void>)[] = []
const t = { after: (clean: () => Promise<void>) => void cleanups.unshift(clean) }

/** Starts a service, tells it the story of a release, meets every error, and writes down what was said. */
async function recordExamples(): Promise<void> {
  const receiver = await startAssetServer(t)
  const config = { allowPrivateHosts: ['127.0.0.1'], concurrency: 1, rateLimit: 10_000 }
  const service = await startService(t, { hasWorker: true, config })
  const store = await startS3Store(t)
  const calls = await tellStory(service, { receiver, store })
  const events = await readEvents(receiver)
  const ground = await startGround(t)
  const errors: [string, unknown][] = []
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const failure = Failure.parse((await PROVOCATIONS[code](ground)).body)
    if (failure.error.code !== code) throw new Error(`${code} was not met, but ${JSON.stringify(failure)}`)
    errors.push([code, failure])
  }

  const called = [service.url, ground.url, ground.strict.app.publicUrl()]
  // Calls go to 127.0.0.1; a service on loopback names itself localhost.
  const named = called.map((url) => url.replace('127.0.0.1', 'localhost'))
  const urls = [...called, ...named, 'http://localhost:4400']
  const normalise = createNormaliser(
    replacementsFor(urls, {
      receiverUrl: `${receiver.url}/hook`,
      filesUrl: receiver.url,
      storeUrl: store.url,
    }),
  )
  const recorded = normalise({ calls, errors: Object.fromEntries(errors), events })
  await writeFile(RECORDED_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
  process.stdout.write(
    `${Object.keys(calls).length} calls, ${errors.length} errors, ${Object.keys(events as object).length} events\n`,
  )
}

/** The first event of each type, its fields in their order; all come, because each follows a state that the story has reached. */
async function readEvents({ requests }: AssetServer): Promise<Record<string, unknown>> {
  return waitFor('an event of every type', async () => {
    const bodies = requests
      .filter(({ path }) => path === '/hook')
      .map(({ body }) => WebhookEvent.parse(JSON.parse(body)))
    const found = WebhookEventType.options.map((type) => [type, bodies.find((body) => body.type === type)])
    return found.every(([, body]) => body !== undefined) && Object.fromEntries(found)
  })
}

try {
  await recordExamples()
} finally {
  for (const clean of cleanups) await clean()
}
