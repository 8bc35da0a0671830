import { signal } from '@preact/signals'
import type { Property } from '../components/schema-box.tsx'

/** A template as its files are now. */
export type StudioTemplate = {
  contentId: string
  title: string
  description: string
  shapes: string[]
  backgrounds: string[]
  schema: { properties?: Record<string, Property>; required?: string[] }
  example: Record<string, unknown>
}

/** What a template did wrong, and where. */
export type Fault = { code?: string; message: string; place?: string; shape?: string }

/** How large the large picture is drawn. */
export const QUALITIES = { PREVIEW: 'Preview', HD: 'HD', FULL: 'Full' } as const

/** The key of the large picture; the others are known by their shapes. */
export const LARGE = 'large'

export const template = signal<StudioTemplate | undefined>(undefined)
export const shape = signal('')
export const quality = signal<keyof typeof QUALITIES>('HD')
/** What lies behind the template. */
export const background = signal('COVER')
/** What was typed into the fields. */
export const data = signal<Record<string, unknown> | undefined>(undefined)
/** The moment that is shown, from the start of the video. */
export const atSecs = signal(3)
/** Which part of the song the video is. */
export const excerpt = signal({ startSecs: 0, durationSecs: 0, fps: 30 })
/** The last good pictures, by their keys. */
export const pictures = signal<Record<string, string>>({})
/** The shape of the large picture as it is, which may be behind the one that was chosen. */
export const largeShape = signal('1x1')
export const fault = signal<Fault | undefined>(undefined)
export const status = signal<{ state: 'busy' | 'good' | 'bad'; words: string }>({
  state: 'busy',
  words: 'Drawing',
})
export const isPlaying = signal(false)

/** The field that a fault is about, and what is wrong with it; undefined if it is about something else. */
export function findFieldFault(): { name: string; message: string } | undefined {
  if (fault.value?.code !== 'TEMPLATE_DATA_INVALID') return undefined
  const [, name = '', message = ''] = /^(\w+)[^:]*: (.*)/s.exec(fault.value.message) ?? []
  if (!template.value?.schema.properties?.[name]) return undefined
  return { name, message: message.charAt(0).toUpperCase() + message.slice(1) }
}
