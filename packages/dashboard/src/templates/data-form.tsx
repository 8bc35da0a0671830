import type { Content } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import type { Property } from '../components/schema-box.tsx'
import { type NamedProperty, SchemaForm } from '../components/schema-form.tsx'

const LABELS: Record<string, string> = {
  customText: 'Text',
  accentColor: 'Accent colour',
  fontStyle: 'Type',
  theme: 'Light or dark',
  ctaText: 'Call to action',
  linkUrl: 'Link',
}
/** What nearly everybody changes comes first. */
const FIRST = ['customText', 'accentColor', 'fontStyle', 'theme']

type Props = {
  template: Content
  data: Record<string, unknown>
  /** What is wrong with which field. */
  errors: Record<string, string>
  /** Whether the lyrics come with the song, so that nobody needs to type them. */
  hasOwnLyrics?: boolean
  /** Fields that come before those of the template. */
  children?: ComponentChildren
  onChange(data: Record<string, unknown>): void
}

/** The data of a template as a form for people. */
export function DataForm({ template, hasOwnLyrics, ...rest }: Props) {
  const properties = listProperties(template).filter(
    ({ name, property }) => property.type !== 'object' && !(hasOwnLyrics && name === 'lyrics'),
  )
  return <SchemaForm properties={properties} {...rest} />
}

function listProperties({ requiredDataSchema, defaults }: Content): NamedProperty[] {
  const properties = Object.entries((requiredDataSchema.properties ?? {}) as Record<string, Property>)
  return properties
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, property]) => ({
      name,
      property,
      label: LABELS[name],
      usual:
        property.default ?? defaults[name] ?? (name === 'theme' ? 'What suits the cover' : 'As designed'),
    }))
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length
}
