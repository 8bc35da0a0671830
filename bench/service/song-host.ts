import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type DemoFiles, makeDemo } from '@songreel/render'

/** A host of a song and its cover, as a client of ours has one. */
export type SongHost = {
  files: DemoFiles
  audioUrl: string
  artworkUrl: string
  served(): number
  stop(): void
}

/** What lets a worker fetch from this computer. */
export const MAY_FETCH_HERE = { SONGREEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' }

/** Offers a song and a cover; unless they are given, the demo's are made. */
export async function startSongHost(folder: string, given?: DemoFiles): Promise<SongHost> {
  const files = given ?? (await makeDemo(path.join(folder, 'demo')))
  const bytes: Record<string, Buffer> = {
    '/song.mp3': readFileSync(files.song),
    '/cover.jpg': readFileSync(files.cover),
  }
  let served = 0
  const server = createServer(({ url = '' }, response) => {
    served++
    response.end(bytes[url.split('?', 1)[0] ?? ''])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => void server.close().closeAllConnections()
  return {
    files,
    audioUrl: `${origin}/song.mp3`,
    artworkUrl: `${origin}/cover.jpg`,
    served: () => served,
    stop,
  }
}
