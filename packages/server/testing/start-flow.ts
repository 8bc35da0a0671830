import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Batch, BatchInput, BatchRender, Render, WebhookEventType } from '@songreel/contract'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { loadTestTemplates } from './load-test-templates.ts'
import { type Api, type StartOptions, startService, type TestService } from './start-service.ts'
import { makeTestSong } from './test-song.ts'
import { waitFor } from './wait-for.ts'

type Cleanup = { after(fn: () => Promise<void>): void }

/** An event as a webhook received it. */
export type ReceivedEvent = { type: WebhookEventType; id: string; data: BatchRender & Batch }

/** A service with its worker, a host of files beside it, and the few things that every flow does. */
export type Flow = TestService & {
  hosts: AssetServer
  songUrl: string
  /** Sends a batch of one short video, or whatever is said otherwise; its webhooks come to `listEvents`. */
  post(input?: Partial<BatchInput>, api?: Api): Promise<{ batchId: string; renderId: string }>
  readRender(renderId: string, api?: Api): Promise<Render>
  readBatch(batchId: string): Promise<Batch>
  untilRender(renderId: string, status: Render['status'], api?: Api): Promise<Render>
  untilFinal(batchId: string): Promise<Batch>
  /** What webhooks received of a batch or render until now, in order. */
  listEvents(id: string): ReceivedEvent[]
  /** A file that a render can wait for; `open` makes it. */
  makeGate(): { file: string; open(): void }
}

/** The shortest video that can be asked for. */
export const TINY = {
  outputQuality: 'PREVIEW',
  aspectRatio: '1x1',
  audioStartEndSecs: { start: 0, end: 1 },
} as const

/** One entry of a batch: a template that does what the test says. */
export function unruly(requiredData: Record<string, unknown> = {}) {
  return { contentId: 'TEST_UNRULY', requiredData, videoSettings: TINY }
}

/** Starts everything that a flow through HTTP, queue, worker and engine needs. */
export async function startFlow(t: Cleanup, options: StartOptions = {}): Promise<Flow> {
  const hosts = await startAssetServer(t)
  const service = await startService(t, {
    hasWorker: true,
    templates: await loadTestTemplates(),
    ...options,
    // A thread takes longer to load than such a short video takes to draw; batch-flow.test.ts has the default.
    config: {
      allowPrivateHosts: ['127.0.0.1'],
      concurrency: 2,
      renderThreads: 1,
      renderRetrySecs: 0,
      // A minute of work for each look; examine-look.slow.test.ts has the default.
      examineSecs: 0,
      ...options.config,
    },
  })
  const { api } = service
  const songUrl = hosts.put('/song.wav', makeTestSong())
  const webhookUrl = hosts.put('/hook', (_, response) => response.writeHead(204).end())
  // Renders do not see the data folder, and some of them are other users.
  const gateFolder = mkdtempSync(path.join(tmpdir(), 'songreel-gates-'))
  chmodSync(gateFolder, 0o755)
  t.after(async () => rmSync(gateFolder, { recursive: true, force: true }))
  let gates = 0

  const readRender = async (renderId: string, as = api): Promise<Render> =>
    (await as('GET', `/v1/renders/${renderId}`)).body.data
  const readBatch = async (batchId: string): Promise<Batch> =>
    (await api('GET', `/v1/batches/${batchId}`)).body.data

  return {
    ...service,
    hosts,
    songUrl,
    readRender,
    readBatch,
    async post(input = {}, as = api) {
      const isInline = input.mediaId === undefined
      const body = {
        ...(isInline && {
          artist: { name: 'Odalys Wren' },
          media: { name: 'Tin Lanterns', audioUrl: songUrl },
        }),
        webhookUrl,
        renders: [unruly()],
        ...input,
      }
      const { status, body: response } = await as('POST', '/v1/batches', body, {
        'Cache-Control': 'no-cache',
      })
      if (status !== 201) throw new Error(`POST /v1/batches: ${status} ${JSON.stringify(response)}`)
      return { batchId: response.data.batchId, renderId: response.data.renders[0].renderId }
    },
    untilRender(renderId, status, as = api) {
      let seen: Render | undefined
      const find = async () => {
        seen = await readRender(renderId, as)
        const isStuck = seen.status !== status && ['FAILED', 'CANCELED'].includes(seen.status)
        if (isStuck) throw new Error(`it is ${seen.status}: ${JSON.stringify(seen.error)}`)
        return seen.status === status && seen
      }
      return waitFor(`render ${renderId} is ${status}`, find, {
        progress: () => seen && describeProgress(seen),
      })
    },
    untilFinal(batchId) {
      let seen: Batch | undefined
      const find = async () => {
        seen = await readBatch(batchId)
        return seen.isFinal && seen
      }
      return waitFor(`batch ${batchId} is final`, find, {
        progress: () => seen?.renders.map(describeProgress).join(),
      })
    },
    listEvents: (id) =>
      listReceived(hosts).filter(
        ({ data }) => data.renderId === id || (!data.renderId && data.batchId === id),
      ),
    makeGate() {
      const file = path.join(gateFolder, `gate-${++gates}`)
      return { file, open: () => existsSync(file) || writeFileSync(file, '') }
    },
  }
}

function listReceived({ requests }: AssetServer): ReceivedEvent[] {
  return requests
    .filter((request) => request.path === '/hook')
    .map(({ body, headers }) => ({ ...JSON.parse(body), id: String(headers['webhook-id']) }))
}

const describeProgress = ({ status, progress }: Pick<Render, 'status' | 'progress'>) =>
  `${status} ${progress}`
