import { z } from 'zod'
import { createOrganizationWatch, type News } from '../../batches/organization-watch.ts'
import {
  createEventStreams,
  EventStreamHeaders,
  endStream,
  formatEvent,
  isReady,
} from '../response/event-streams.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

/** Short, because pages show people whether the connection is alive. */
const PING = { text: formatEvent('ping', {}), everyMs: 5000 }

const follow = {
  config: { responseType: 'text/event-stream' },
  schema: {
    tag,
    operationId: 'streamEvents',
    summary: 'Follow all batches as Server-Sent Events',
    description:
      'Sends a `batch` event with the record as data whenever a batch of your organization is created or changes. `open` comes first: read your lists after it, and nothing is missed. Reconnect with `Last-Event-ID` to get what changed in the meantime, up to an hour. A `ping` event every 5 seconds shows that the connection works. The stream ends within a second or so after the token expires or is revoked. With more than 250 open batches, those in the middle of the queue are reported once their turn is near.',
    headers: EventStreamHeaders,
  },
} as const

/** The live view of an organization. */
export const eventRoutes: Routes = (app, services) => {
  const watch = createOrganizationWatch(services)
  const streams = createEventStreams(app, watch)

  app.get('/v1/events', follow, async (request, reply) => {
    const { orgId, keyId } = request.auth
    const seenUntil = readMoment(request.headers['last-event-id'])
    let isFirst = true
    streams.open(reply, PING, (stream) =>
      watch.follow({
        orgId,
        keyId,
        seenUntil,
        isReady: () => isReady(stream),
        onNews: (news) => {
          const start = isFirst ? `retry: 2000\n${formatEvent('open', {}, news.seenUntil)}` : ''
          stream.write(start + writeNews(news))
          isFirst = false
        },
        onTokenEnd: () => endStream(stream),
      }),
    )
  })
}

/** Only the last event carries the moment: a client that is cut off before it gets the whole state again. */
function writeNews({ batches, seenUntil }: News): string {
  return batches
    .map((batch, index) => formatEvent('batch', batch, index === batches.length - 1 ? seenUntil : undefined))
    .join('')
}

/** Anything else than a moment of ours is the id of another stream, and says nothing here. */
function readMoment(header: string | string[] | undefined): string | undefined {
  const moment = z.iso.datetime().safeParse(header)
  return moment.success ? moment.data : undefined
}
