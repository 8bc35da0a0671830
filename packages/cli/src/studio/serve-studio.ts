import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from '@songreel/kit'
import { QUALITIES, RenderError } from '@songreel/render'
import { openSite, type Site, type SiteFile } from '@songreel/server/site'
import type { Studio, StudioView } from './open-studio.ts'

const QUALITY_NAMES = Object.keys(QUALITIES) as (keyof typeof QUALITIES)[]

const View = z.object({
  shape: z.string(),
  quality: z.enum(QUALITY_NAMES).default('PREVIEW'),
  data: z
    .string()
    .default('{}')
    .transform((text) => JSON.parse(text))
    .pipe(z.record(z.string(), z.unknown())),
  atSecs: z.coerce.number().min(0).default(0),
  background: z.enum(['COVER', 'VIDEOS', 'ARTIST']).optional(),
})

/** A studio on a port of this computer. */
export type ServedStudio = { url: string; noteChange(): void; close(): Promise<void> }

/** Serves the page, its pictures and the song, to this computer only. */
export async function serveStudio(
  studio: Studio,
  { port, song, onBuild }: { port: number; song: string; onBuild?(): void },
): Promise<ServedStudio> {
  const site = await openSite({ onBuild })
  const listeners = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    try {
      // A name that leads here from elsewhere is not this page's.
      if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
        return response.writeHead(403).end()
      await respond(request, response, { studio, song, site, listeners })
    } catch (error) {
      sendFailure(response, error)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://localhost:${taken}`,
    noteChange: () => {
      for (const listener of listeners) listener.write('data: changed\n\n')
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Place = { studio: Studio; song: string; site: Site; listeners: Set<ServerResponse> }

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { studio, song, site, listeners }: Place,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  response.setHeader('Cache-Control', 'no-store')
  const file = findFile(site, pathname)
  if (file) return response.setHeader('Content-Type', file.type).end(file.plain)
  if (pathname === '/template') return sendJson(response, await studio.describe())
  if (pathname === '/frame.png')
    return sendFrame(response, studio, View.parse(Object.fromEntries(searchParams)))
  if (pathname === '/song') return sendSong(request, response, song)
  if (pathname !== '/changes') return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n')
  listeners.add(response)
  return response.on('close', () => listeners.delete(response))
}

function findFile({ studio, assets }: Site, pathname: string): SiteFile | undefined {
  return pathname === '/' ? studio : assets.get(pathname.replace('/assets/', ''))
}

async function sendFrame(response: ServerResponse, studio: Studio, view: StudioView): Promise<void> {
  const { png, ...facts } = await studio.draw(view)
  response.writeHead(200, { 'Content-Type': 'image/png', 'X-Frame': JSON.stringify(facts) }).end(png)
}

/** Players ask for parts. */
async function sendSong(request: IncomingMessage, response: ServerResponse, song: string): Promise<void> {
  const { size } = await stat(song)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Math.min(Number(from ?? 0), size - 1)
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  response.writeHead(from === undefined ? 200 : 206, {
    'Content-Length': end - start + 1,
    'Accept-Ranges': 'bytes',
    ...(from !== undefined && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(song, { start, end }).pipe(response)
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

/** What the template did wrong is shown on the page, above the last good picture. */
function sendFailure(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const { code, details } = error instanceof RenderError ? error : {}
  if (response.headersSent) return void response.destroy()
  const told = { code, message, place: details?.place }
  response.writeHead(422, { 'Content-Type': 'application/json' }).end(JSON.stringify(told))
}
