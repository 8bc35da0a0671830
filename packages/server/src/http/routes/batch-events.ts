import type { ServerResponse } from 'node:http'
import { type Batch, BatchPath, type BatchRender } from '@songreel/contract'
import { type BatchState, createBatchWatch } from '../../batches/batch-watch.ts'
import { getBatch } from '../../store/batches.ts'
import type { Routes } from '../route.ts'

const HEARTBEAT_MS = 15_000

const tags = ['Batches']

const follow = {
  config: { answerType: 'text/event-stream' },
  schema: {
    tags,
    summary: 'Follow a batch as Server-Sent Events',
    description:
      'Events `batch` and `render`, each with the record as data; ends with the final state. `Last-Event-ID` is honoured. A comment every 15 seconds keeps the line open.',
    params: BatchPath,
  },
} as const

/** The live view of a batch. */
export const batchEventRoutes: Routes = (app, services) => {
  const watch = createBatchWatch(services)
  const open = new Set<ServerResponse>()
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    watch.close()
    done()
  })

  app.get('/v1/batches/:batchId/events', follow, async (request, reply) => {
    const { batchId } = request.params
    const { orgId } = request.auth
    await getBatch(services.db, orgId, batchId)
    const stream = reply.hijack().raw
    open.add(stream)
    stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const tell = createTeller(stream, String(request.headers['last-event-id'] ?? ''))
    const unfollow = watch.follow(orgId, batchId, tell)
    stream.on('close', () => {
      clearInterval(heartbeat)
      unfollow()
      open.delete(stream)
    })
  })
}

/** Writes what is new to this client: the batch, and those of its renders that changed. */
function createTeller(stream: ServerResponse, lastSeenMark: string): (state: BatchState) => void {
  let before: Batch | undefined
  return ({ mark, batch }) => {
    const isKnown = before === undefined && mark === lastSeenMark
    if (!isKnown) {
      for (const render of batch.renders)
        if (hasChanged(before, render)) write(stream, 'render', mark, render)
      write(stream, 'batch', mark, batch)
    }
    before = batch
    if (batch.isFinal) stream.end()
  }
}

function hasChanged(before: Batch | undefined, render: BatchRender): boolean {
  const old = before?.renders.find(({ renderId }) => renderId === render.renderId)
  return old?.status !== render.status || old.progress !== render.progress
}

function write(stream: ServerResponse, event: string, mark: string, data: object): void {
  stream.write(`id: ${mark}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
