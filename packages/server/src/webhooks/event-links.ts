import type { FileLinks } from '../assets/file-links.ts'

type Fields = Record<string, unknown>

/** Adds fresh addresses to the finished renders of an event: they are signed when they are sent, not when they are stored. */
export function addLinks(data: Fields, links: FileLinks): Fields {
  if (Array.isArray(data.renders)) {
    return { ...data, renders: data.renders.map((render) => addLinksToRender(render as Fields, links)) }
  }
  return 'renderId' in data ? addLinksToRender(data, links) : data
}

function addLinksToRender(render: Fields, links: FileLinks): Fields {
  if (render.status !== 'COMPLETED') return render
  const named = { renderId: String(render.renderId), fileName: String(render.fileName) }
  return { ...render, renderUrl: links.videoUrl(named), posterUrl: links.posterUrl(named) }
}
