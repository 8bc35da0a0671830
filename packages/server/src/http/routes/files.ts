import { LYRICS_FORMATS } from '@songreel/kit/lyrics'
import { writeChapterText } from '@songreel/render'
import { create as contentDisposition } from 'content-disposition'
import { z } from 'zod'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { findRenderFiles } from '../../store/renders/render-rows.ts'
import { demandSignature, SignedQuery } from '../request/demand-signature.ts'
import { sendStoredFile } from '../response/send-stored-file.ts'
import type { Routes } from './route.ts'

const FilePath = z.object({
  renderId: z.string().max(64),
  role: z.enum(['video', 'poster', 'srt', 'vtt', 'txt']),
  name: z.string().max(255),
})

const FileQuery = SignedQuery.extend({ download: z.string().max(10).optional() })

const read = {
  config: { scope: 'open', isPage: true },
  schema: { summary: 'A finished file, by its signed URL', params: FilePath, querystring: FileQuery },
} as const

/** Finished files by signed address: whoever has the link may read, for as long as it is valid. */
export const fileRoutes: Routes = (app, services) => {
  app.get('/files/renders/:renderId/:role/:name', read, async (request, reply) => {
    const { params, query } = request
    demandSignature(services.links, request, 'Read the render again for a fresh one.')
    const file = await findFile(services, params)
    const disposition = query.download !== undefined && query.download !== '0' ? 'attachment' : 'inline'
    if ('text' in file)
      return reply
        .type('text/plain; charset=utf-8')
        .headers({ 'Cache-Control': 'private, no-cache' })
        .header('Content-Disposition', contentDisposition(params.name, { type: disposition }))
        .send(file.text)
    const served = { ...file, fileName: params.name, disposition, ifLost: 'Render again' } as const
    return sendStoredFile(services.storage, request, reply, served)
  })
}

function gone(renderId: string, story: string): ServiceError {
  return new ServiceError('OUTPUT_EXPIRED', {
    message: `The file of render ${renderId} ${story}. Make the video again with a new batch.`,
  })
}

async function findFile({ db, storage }: Services, { renderId, role }: z.infer<typeof FilePath>) {
  const row = await findRenderFiles(db, renderId)
  if (!row) throw notFound('RENDER_NOT_FOUND', renderId)
  if (row.filesDeletedAt !== null) throw gone(renderId, `was deleted at ${row.filesDeletedAt}`)
  if (row.deletedAt !== null) throw gone(renderId, `has expired and was deleted at ${row.deletedAt}`)
  const { sha256, bytes } = row
  if (role === 'txt') {
    if (row.chapters === null) throw notFound('RENDER_NOT_FOUND', renderId)
    return { text: writeChapterText(row.chapters) }
  }
  if (role === 'video') return { key: row.videoKey, contentType: row.contentType, bytes, sha256 }
  const [key, contentType] = {
    poster: [row.posterKey, 'image/jpeg'] as const,
    srt: [row.srtKey, LYRICS_FORMATS.srt.contentType] as const,
    vtt: [row.vttKey, LYRICS_FORMATS.vtt.contentType] as const,
  }[role]
  const size = key === null ? undefined : await storage.findSize(key)
  if (key === null || size === undefined) throw notFound('RENDER_NOT_FOUND', renderId)
  return { key, contentType, bytes: size, sha256: `${sha256}-${role}` }
}
