import { BatchPath } from '@songreel/contract'
import { createBatchWatch, findMark } from '../../batches/batch-watch.ts'
import { getBatch } from '../../store/batches/batch-rows.ts'
import { FINAL_BATCH_STATUSES } from '../../store/statuses.ts'
import { createBatchEventStream } from '../response/batch-event-stream.ts'
import { createEventStreams, EventStreamHeaders, endStream } from '../response/event-streams.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

const HEARTBEAT = { text: ': still here\n\n', everyMs: 15_000 }

const follow = {
  config: {
    responseType: 'text/event-stream',
    emptyResponses: { 204: 'The client has seen the end: `Last-Event-ID` is that of the final state.' },
  },
  schema: {
    tag,
    operationId: 'streamBatchEvents',
    summary: 'Follow a batch as Server-Sent Events',
    description:
      'Sends `render` (for each render that changed) and `batch` events with the record as data. The stream ends with the final state, or within a second or so after the token expires or is revoked. Reconnect with `Last-Event-ID` to continue; after the final state that returns 204, which stops an EventSource. A comment every 15 seconds keeps the connection open.',
    params: BatchPath,
    headers: EventStreamHeaders,
  },
} as const

/** The live view of a batch. */
export const batchEventRoutes: Routes = (app, services) => {
  const watch = createBatchWatch(services)
  const streams = createEventStreams(app, watch)

  app.get('/v1/batches/:batchId/events', follow, async (request, reply) => {
    const { batchId } = request.params
    const { orgId, keyId } = request.auth
    const lastSeenMark = String(request.headers['last-event-id'] ?? '')
    const { status } = await getBatch(services.db, orgId, batchId)
    const isFinal = FINAL_BATCH_STATUSES.some((final) => final === status)
    // The one status that stops an EventSource from coming back: after it nothing new will ever come.
    if (isFinal && lastSeenMark !== '' && (await findMark(services, { orgId, batchId })) === lastSeenMark)
      return reply.code(204).send()
    streams.open(reply, HEARTBEAT, (stream) => {
      const onState = createBatchEventStream(stream, lastSeenMark)
      return watch.follow({ orgId, keyId, batchId, onState, onTokenEnd: () => endStream(stream) })
    })
  })
}
