import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { createOrganizationWatch, type News } from '../../batches/organization-watch.ts'
import { endStream, startEventStream } from '../response/start-event-stream.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

/** Short, because pages show people whether the connection is alive. */
const PING_MS = 5000

const follow = {
  config: { responseType: 'text/event-stream' },
  schema: {
    tag,
    operationId: 'streamEvents',
    summary: 'Follow all batches as Server-Sent Events',
    description:
      'Sends a `batch` event with the record as data whenever a batch of your organization is created or changes. `open` comes first: read your lists after it, and nothing is missed. Reconnect with `Last-Event-ID` to get what changed in the meantime, up to an hour. A `ping` event every 5 seconds shows that the connection works. The stream ends within a second or so after the token expires or is revoked. With more than 250 open batches, those in the middle of the queue are reported once their turn is near.',
    headers: z.object({
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'The id of the last event received; an EventSource sends it automatically' }),
    }),
  },
} as const

/** The live view of an organization. */
export const eventRoutes: Routes = (app, services) => {
  const watch = createOrganizationWatch(services)
  const open = new Set<ServerResponse>()
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    watch.close()
    done()
  })

  app.get('/v1/events', follow, async (request, reply) => {
    const { orgId, keyId } = request.auth
    const seenUntil = readMoment(request.headers['last-event-id'])
    const stream = startEventStream(reply)
    open.add(stream)
    const isReady = () => !stream.writableNeedDrain && !stream.writableEnded
    const ping = setInterval(() => isReady() && stream.write('event: ping\ndata: {}\n\n'), PING_MS)
    let isFirst = true
    const onNews = (news: News) => {
      stream.write((isFirst ? `retry: 2000\n${format('open', {}, news.seenUntil)}` : '') + writeNews(news))
      isFirst = false
    }
    const onTokenEnd = () => endStream(stream)
    const unfollow = watch.follow({ orgId, keyId, seenUntil, isReady, onNews, onTokenEnd })
    stream.on('close', () => {
      clearInterval(ping)
      unfollow()
      open.delete(stream)
    })
  })
}

/** Only the last event carries the moment: a client that is cut off before it gets the whole state again. */
function writeNews({ batches, seenUntil }: News): string {
  return batches
    .map((batch, index) => format('batch', batch, index === batches.length - 1 ? seenUntil : undefined))
    .join('')
}

function format(event: string, data: object, id?: string): string {
  return `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Anything else than a moment of ours is the id of another stream, and says nothing here. */
function readMoment(header: string | string[] | undefined): string | undefined {
  const moment = z.iso.datetime().safeParse(header)
  return moment.success ? moment.data : undefined
}
