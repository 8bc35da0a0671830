import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from '@songreel/kit'
import { QUALITIES, RenderError } from '@songreel/render'
import type { Studio, StudioView } from './open-studio.ts'

/** What the page is made of. */
const PAGE: Record<string, { file: string; type: string }> = {
  '/': { file: 'studio.html', type: 'text/html; charset=utf-8' },
  '/studio.css': { file: 'studio.css', type: 'text/css' },
  '/fields.css': { file: 'fields.css', type: 'text/css' },
  '/studio.js': { file: 'studio.js', type: 'text/javascript' },
  '/fields.js': { file: 'fields.js', type: 'text/javascript' },
}
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
})

/** A studio on a port of this computer. */
export type ServedStudio = { url: string; noteChange(): void; close(): Promise<void> }

/** Serves the page, its pictures and the song, to this computer only. */
export async function serveStudio(
  studio: Studio,
  { port, song }: { port: number; song: string },
): Promise<ServedStudio> {
  const listeners = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    try {
      // A name that leads here from elsewhere is not this page's.
      if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
        return response.writeHead(403).end()
      await respond(request, response, { studio, song, listeners })
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

type Place = { studio: Studio; song: string; listeners: Set<ServerResponse> }

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { studio, song, listeners }: Place,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  response.setHeader('Cache-Control', 'no-store')
  const part = PAGE[pathname]
  if (part) {
    const bytes = await readFile(new URL(`./page/${part.file}`, import.meta.url))
    return response.setHeader('Content-Type', part.type).end(bytes)
  }
  if (pathname === '/template') return sendJson(response, await studio.describe())
  if (pathname === '/frame.png')
    return sendFrame(response, studio, View.parse(Object.fromEntries(searchParams)))
  if (pathname === '/song') return sendSong(request, response, song)
  if (pathname !== '/changes') return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n')
  listeners.add(response)
  return response.on('close', () => listeners.delete(response))
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
