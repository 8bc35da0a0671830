import type { ServerResponse } from 'node:http'
import { BatchPath } from '@songreel/contract'
import { createBatchWatch } from '../../batches/batch-watch.ts'
import { getBatch } from '../../store/batches.ts'
import { createTeller } from '../batch-teller.ts'
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
    const heartbeat = setInterval(() => {
      if (!stream.writableNeedDrain) stream.write(': still here\n\n')
    }, HEARTBEAT_MS)
    const tell = createTeller(stream, String(request.headers['last-event-id'] ?? ''))
    const unfollow = watch.follow(orgId, batchId, tell)
    stream.on('close', () => {
      clearInterval(heartbeat)
      unfollow()
      open.delete(stream)
    })
  })
}
