import { readFile } from 'node:fs/promises'
import { ensureDemoFiles } from '@songreel/server/internal/assets/demo-files.ts'
import type { AssetServer } from '@songreel/server/testing/asset-server.ts'
import { LOGO, readTestFont } from '@songreel/server/testing/brand-files.ts'
import type { S3Store } from '@songreel/server/testing/s3-store.ts'
import type { TestService } from '@songreel/server/testing/start-service.ts'
import { recordRest } from './record-rest.ts'
import { createRecorder, type Recorder, type Story } from './recorder.ts'
import { recordOrganization, recordService, recordTokens, recordWebhooks } from './story-of-accounts.ts'
import { recordBatches } from './story-of-batches.ts'
import { recordDestinations } from './story-of-destinations.ts'
import { recordDeletions, recordRecords } from './story-of-records.ts'

/** Tells a running service the story of a release, in the order in which a newcomer would; what is left over follows by itself. */
export async function tellStory(
  service: TestService,
  { receiver, store }: { receiver: AssetServer; store: S3Store },
): Promise<Recorder['calls']> {
  const recorder = createRecorder(service)
  const story: Story = {
    api: service.api,
    apiAs: service.apiAs,
    client: service.client,
    recorder,
    store,
    songUrl: `${service.url}/demo/song.mp3`,
    coverUrl: `${service.url}/demo/cover.jpg`,
    logoUrl: receiver.put('/harbour.svg', Buffer.from(LOGO)),
    fontUrl: receiver.put('/harbour-display.woff2', readTestFont()),
    receiverUrl: receiver.put('/hook', (_, response) => response.writeHead(204).end()),
    readDemo: async () => readFile((await ensureDemoFiles(service.services.config.dataDir)).cover),
  }
  await recordOrganization(story)
  const song = await recordRecords(story)
  await recordBatches(story, song)
  await recordDestinations(story, song)
  await recordWebhooks(story)
  await recordService(story)
  await recordDeletions(story, song)
  await recordTokens(story)
  await recordRest(recorder)
  return recorder.calls
}
