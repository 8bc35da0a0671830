import { signal } from '@preact/signals'
import type { Content } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { songreel } from '../client.ts'
import { endsSession } from '../session/session.ts'

/** The templates, read once for all pages; undefined until they are here. */
const templates = signal<Content[] | undefined>(undefined)
let isReading = false

/** All templates. What could not be read is read again by the next page. */
export function useTemplates(onError?: (error: unknown) => void): Content[] | undefined {
  useEffect(() => void read(onError), [])
  return templates.value
}

/** A look of one's own has changed: the next page reads all of them again. */
export function forgetTemplates(): void {
  templates.value = undefined
  isReading = false
}

/** What a template is called; until that is known, and where it is gone, its id as words. */
function findTemplateName(contentId: string): string {
  read()
  const known = templates.value?.find((template) => template.contentId === contentId)
  return known?.name ?? (templates.value ? toWords(contentId) : '')
}

const ALBUM_VIDEOS: Record<string, string> = { VIDEO: 'Album video', SAMPLER: 'Sampler' }

/** What a video is called in lists: its template's name, or what it makes of an album. */
export function nameVideo({
  contentId,
  albumKind,
}: {
  contentId: string
  albumKind?: string | undefined
}): string {
  return (albumKind && ALBUM_VIDEOS[albumKind]) || findTemplateName(contentId)
}

function read(onError?: (error: unknown) => void): void {
  if (templates.peek() || isReading) return
  isReading = true
  songreel.contents.list().then(
    ({ items }) => {
      templates.value = items
    },
    (error: unknown) => {
      isReading = false
      if (!endsSession(error)) onError?.(error)
    },
  )
}

/** `BASE_BASIC_UNIFIED` as people would write it. */
function toWords(contentId: string): string {
  const words = contentId.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
