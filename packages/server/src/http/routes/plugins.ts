import { Plugin, PluginPath, successOf } from '@songreel/contract'
import { getPlugin } from '../../store/plugins.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Plugins', description: 'Links from a song to platforms, for end cards and QR codes.' }

const read = {
  schema: {
    tag,
    summary: 'Read a platform link of a song',
    description: 'Made from a URL of the song; never fetched.',
    params: PluginPath,
    response: { 200: successOf(Plugin) },
  },
} as const

/** The platform links that songs were given. */
export const pluginRoutes: Routes = (app, services) => {
  app.get('/v1/plugins/:pluginId', read, async ({ auth, params }) =>
    ok(await getPlugin(services.read, auth.orgId, params.pluginId), 'Plugin found'),
  )
}
