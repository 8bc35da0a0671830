import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ensureDemoFiles } from '../../assets/demo-files.ts'
import type { Routes } from './route.ts'

const page = { config: { scope: 'open', isPage: true } } as const

const FILES = [
  { url: '/demo/song.mp3', name: 'song', type: 'audio/mpeg' },
  { url: '/demo/cover.jpg', name: 'cover', type: 'image/jpeg' },
] as const

/** A song and a cover of our own (CC0), so that the first batch needs nothing from the internet. */
export const demoRoutes: Routes = (app, { config }) => {
  for (const { url, name, type } of FILES) {
    app.get(url, page, async (_, reply) => {
      const file = (await ensureDemoFiles(config.dataDir))[name]
      const { size } = await stat(file)
      return reply.type(type).header('Content-Length', size).send(createReadStream(file))
    })
  }
}
