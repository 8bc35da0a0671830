import { z } from 'zod'
import { idInput, idOf } from './ids.ts'

/** Path of one platform link. */
export const PluginPath = z.object({ pluginId: idInput('plugin').describe('The platform link') })

/** The platforms a song can be linked to. */
export const Platform = z.enum(['VIDEOSITE', 'STREAMER', 'STORE']).describe('Which kind of platform')
export type Platform = z.infer<typeof Platform>

/** A platform link made from a URL of the song; never fetched, used for end cards and QR codes. */
export const Plugin = z.object({
  pluginId: idOf('plugin').describe('Id of the link'),
  platform: Platform,
  url: z.string().describe('The URL'),
  externalId: z.string().nullable().meta({ description: "The platform's own id, if the URL contains one" }),
  kind: z
    .string()
    .nullable()
    .meta({ description: 'What it links to: TRACK, ALBUM, VIDEO, PLAYLIST, ARTIST' }),
})
export type Plugin = z.infer<typeof Plugin>
