import type { FileLinks, FileRole } from '../assets/file-links.ts'
import type { LinkMaker } from '../records/batch-record.ts'

type Fields = Record<string, unknown>

/** Marks the places of addresses in an event that is stored; `addLinks` fills them when it is sent. */
export const OPEN_LINKS: LinkMaker = { linkTo: () => ({ url: '', expiresAt: '' }) }

/** Adds fresh addresses to the finished renders of an event: they are signed when they are sent, not when they are stored. */
export function addLinks(data: Fields, links: FileLinks): Fields {
  if (Array.isArray(data.renders)) {
    return { ...data, renders: data.renders.map((render) => addLinksToRender(render as Fields, links)) }
  }
  return 'renderId' in data ? addLinksToRender(data, links) : data
}

function addLinksToRender(render: Fields, links: FileLinks): Fields {
  if (!('renderUrl' in render)) return render
  const expiresAt = typeof render.expiresAt === 'string' ? render.expiresAt : null
  const named = { renderId: String(render.renderId), fileName: String(render.fileName), expiresAt }
  const video = links.linkTo(named, 'video')
  const poster = links.linkTo(named, 'poster')
  const files = render.files as Fields[] | undefined
  return {
    ...render,
    renderUrl: video.url,
    renderUrlExpiresAt: video.expiresAt,
    ...('posterUrl' in render && { posterUrl: poster.url }),
    ...(files && {
      files: files.map((file) => ({ ...file, url: links.linkTo(named, findRole(file)).url })),
    }),
  }
}

function findRole({ kind, contentType }: Fields): FileRole {
  if (kind === 'POSTER') return 'poster'
  if (kind !== 'CAPTIONS') return 'video'
  return String(contentType).startsWith('text/vtt') ? 'vtt' : 'srt'
}
