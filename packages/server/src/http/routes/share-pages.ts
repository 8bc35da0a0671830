import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashShareToken, isShareToken } from '../../batches/share-token.ts'
import type { Services } from '../../services.ts'
import { readSiteOnce } from '../../site/read-site.ts'
import { findShareByToken, type ShareRow } from '../../store/shares.ts'
import { createCounters } from '../auth/rate-limit.ts'
import { toNetwork } from '../request/network.ts'
import { keepStored, sendArchive } from '../response/send-archive.ts'
import { sendStoredFile } from '../response/send-stored-file.ts'
import { buildSharePage, type SharePageData } from '../share/share-page.ts'
import { readSharedFile, readSharedVideos, type SharedVideo } from '../share/shared-videos.ts'
import { PAGE_CSP } from './dashboard.ts'
import type { App, Routes } from './route.ts'

/** Wrong links that an address may try in one minute. */
const MAX_WRONG_LINKS = 30
/** A page reads its videos in many small parts. */
const REQUESTS_PER_LIMIT = 4

const TokenPath = z.object({ token: z.string().max(200) })
const FilePath = TokenPath.extend({
  number: z.string().regex(/^\d{1,3}$/, 'must be a number'),
  role: z.enum(['video', 'poster', 'srt', 'vtt']),
  name: z.string().max(255),
})
const FileQuery = z.object({ download: z.string().max(10).optional() })
const config = { scope: 'open', isPage: true } as const
const page = { config, schema: { params: TokenPath } } as const
const file = { config, schema: { params: FilePath, querystring: FileQuery } } as const

/** What people without an account see of a share: the page, its files one by one, and all of them as a ZIP. */
export const sharePageRoutes: Routes = (app, services) => {
  const { sendPage, open } = createDoor(app, services)

  app.get('/s/:token', page, async (request, reply) => {
    const share = await open(request, reply)
    if (!share) return reply
    const shown = await readSharedVideos(services, share)
    return sendPage(reply, 200, { state: 'OPEN', path: `/s/${request.params.token}`, ...shown })
  })

  app.get('/s/:token/archive', page, async (request, reply) => {
    const share = await open(request, reply)
    if (!share) return reply
    const { videos } = await readSharedVideos(services, share)
    const isOneSong = new Set(videos.map(nameSong)).size < 2
    const packed = videos.map((video) => ({
      render: video.row,
      ...(!isOneSong && { folder: nameSong(video) }),
    }))
    const stored = await keepStored(services, packed)
    if (stored.length === 0) return sendPage(reply, 404, { state: 'EMPTY' })
    return sendArchive(services, reply, { name: share.title, videos: stored })
  })

  app.get('/s/:token/:number/:role/:name', file, async (request, reply) => {
    const share = await open(request, reply)
    if (!share) return reply
    const { number, role } = request.params
    const found = await readSharedFile(services, share, { number: Number(number), role })
    if (!found) return sendPage(reply, 404, { state: 'GONE' })
    const { download } = request.query
    const disposition = download !== undefined && download !== '0' ? 'attachment' : 'inline'
    const served = { ...found, disposition, ifLost: 'Ask whoever shared it' } as const
    return sendStoredFile(services.storage, request, reply, served)
  })
}

/** Opens shares for whoever has their link, and tells everybody else on a page why nothing opens. */
function createDoor(app: App, services: Services) {
  const { db, log } = services
  const demand = createGate(services)

  const sendPage = async (reply: FastifyReply, status: number, data: SharePageData) => {
    const { share } = await readSiteOnce(log)
    reply.code(status).type('text/html; charset=utf-8').headers({ 'Content-Security-Policy': PAGE_CSP })
    return reply.send(buildSharePage(share, data, app.publicUrl()))
  }
  /** The share that the link opens; whoever's link does not open is told why, on a page. */
  const open = async (request: FastifyRequest & { params: { token: string } }, reply: FastifyReply) => {
    reply.headers({
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    })
    const { token } = request.params
    const share = isShareToken(token) ? await findShareByToken(db, hashShareToken(token)) : undefined
    const waitSecs = demand(request, share)
    if (waitSecs !== undefined) {
      reply.header('Retry-After', String(waitSecs))
      await sendPage(reply, 429, { state: 'BUSY' })
    } else if (!share) await sendPage(reply, 404, { state: 'UNKNOWN' })
    else if (share.revokedAt !== null) await sendPage(reply, 410, { state: 'REVOKED' })
    else if (share.isExpired) await sendPage(reply, 410, { state: 'EXPIRED', endedAt: share.expiresAt })
    else return share
    return undefined
  }
  return { sendPage, open }
}

/** Bounds what one address asks for: whoever guesses links soon waits, and one page does not keep the server busy. Returns for how long. */
function createGate({ config }: Pick<Services, 'config'>) {
  const wrong = createCounters()
  const requests = createCounters()
  return (request: FastifyRequest, share: ShareRow | undefined): number | undefined => {
    if (config.rateLimit === 0) return undefined
    const network = toNetwork(request.ip)
    const { count, endsAtMs } = share ? requests.count(`${network} ${share.shareId}`) : wrong.count(network)
    if (count <= (share ? config.rateLimit * REQUESTS_PER_LIMIT : MAX_WRONG_LINKS)) return undefined
    return Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000))
  }
}

function nameSong({ song, artist }: SharedVideo): string {
  return `${artist} - ${song}`
}
