import {
  ARTIST_FIELDS,
  BRAND_FIELDS,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  type RecordField,
  type RecordFields,
} from '@songreel/contract/record-fields'
import type { CallOptions, DeleteOptions, List, Result, Songreel } from '@songreel/sdk'
import { type Column, type Fields, listColumns } from './print-records.ts'

/** A field of a record as it is given on the command line. */
export type FieldFlag = {
  /** Its name; `colors.accent` is a field inside of another. */
  field: string
  flag: string
  value: string
  help: string
  /** `FILE`: a file is uploaded and its address sent; `FILES`: any number of them. */
  kind?: 'FILE' | 'FILES' | 'SWITCH' | 'NUMBER'
  isNeeded?: true
  /** It is settled when the record is made. */
  isFixed?: true
}

/** The calls that all kinds of record have. */
type Calls = {
  create(input: Fields, options?: CallOptions): Promise<Result<Fields>>
  get(id: string, options?: CallOptions): Promise<Result<Fields>>
  update(id: string, patch: Fields, options?: CallOptions): Promise<Result<Fields>>
  list(filter?: Fields, options?: CallOptions): List<Fields>
  delete(id: string, options?: DeleteOptions): Promise<Result<Fields>>
  restore(id: string, options?: CallOptions): Promise<Result<Fields>>
}

/** A kind of record in the catalogue: what it is called and what it has. */
export type Resource = {
  name: 'artists' | 'bundles' | 'media' | 'brands'
  one: string
  idField: string
  hasChildren: boolean
  /** Videos are made of it. */
  hasRenders: boolean
  fields: FieldFlag[]
  filters: FieldFlag[]
  columns: Column[]
  open(client: Songreel): Calls
}

const VALUES: Record<RecordField['kind'], string> = {
  TEXT: 'text',
  FILE: 'file|url',
  FILES: 'file|url',
  LINK: 'url',
  LYRICS: 'text',
  BRAND: 'id',
}
const SEARCH = { field: 'q', flag: 'search', value: 'words', help: 'words in the name' }
const CREATED: FieldFlag[] = [
  {
    field: 'createdAfter',
    flag: 'created-after',
    value: 'time',
    help: 'only later ones, such as 2026-11-01',
  },
  { field: 'createdBefore', flag: 'created-before', value: 'time', help: 'only earlier ones' },
]
const LISTED: FieldFlag[] = [
  { field: 'deleted', flag: 'only-deleted', value: '', help: 'those that can be restored', kind: 'SWITCH' },
  { field: 'order', flag: 'order', value: 'asc|desc', help: 'asc: oldest first' },
  ...CREATED,
]
const OF_ARTIST = { field: 'artistId', flag: 'artist', value: 'id', help: 'only those of this artist' }
const OF_BUNDLE = {
  field: 'mediaBundleId',
  flag: 'bundle',
  value: 'id',
  help: 'only those of this media bundle',
}

/** The catalogue. Its filters are the contract's; a test compares. */
export const RESOURCES: Resource[] = [
  {
    name: 'artists',
    one: 'artist',
    idField: 'artistId',
    hasChildren: true,
    hasRenders: false,
    fields: [
      { field: 'name', flag: 'name', value: 'text', help: 'the name, as videos show it', isNeeded: true },
      ...listFlags(ARTIST_FIELDS),
    ],
    filters: [
      { field: 'brandId', flag: 'brand', value: 'id', help: 'only those that have this brand' },
      SEARCH,
      ...LISTED,
    ],
    columns: listColumns('artistId', 'name'),
    open: ({ artists }) => artists,
  },
  {
    name: 'bundles',
    one: 'media bundle',
    idField: 'mediaBundleId',
    hasChildren: true,
    hasRenders: true,
    fields: [
      { field: 'name', flag: 'name', value: 'text', help: "the album's name", isNeeded: true },
      { ...OF_ARTIST, help: "the album's artist", isNeeded: true, isFixed: true },
      ...listFlags(MEDIA_BUNDLE_FIELDS),
    ],
    filters: [
      OF_ARTIST,
      { field: 'upc', flag: 'upc', value: 'code', help: 'only the one with this product code' },
      SEARCH,
      ...LISTED,
    ],
    columns: listColumns('mediaBundleId', 'name', 'upc', 'artistId'),
    open: ({ mediaBundles }) => mediaBundles,
  },
  {
    name: 'media',
    one: 'song',
    idField: 'mediaId',
    hasChildren: false,
    hasRenders: true,
    fields: [
      { field: 'name', flag: 'name', value: 'text', help: 'the title, as videos show it', isNeeded: true },
      { ...OF_BUNDLE, help: 'the media bundle that it is on', isNeeded: true, isFixed: true },
      ...listFlags(MEDIA_FIELDS),
    ],
    filters: [
      OF_ARTIST,
      OF_BUNDLE,
      { field: 'isrc', flag: 'isrc', value: 'code', help: 'only the one with this recording code' },
      SEARCH,
      { field: 'includeDeleted', flag: 'deleted', value: '', help: 'also deleted ones', kind: 'SWITCH' },
      ...LISTED,
    ],
    columns: listColumns('mediaId', 'name', 'isrc', 'mediaBundleId'),
    open: ({ media }) => media,
  },
  {
    name: 'brands',
    one: 'brand',
    idField: 'brandId',
    hasChildren: false,
    hasRenders: false,
    fields: [
      { field: 'name', flag: 'name', value: 'text', help: 'what you call it', isNeeded: true },
      ...listFlags(BRAND_FIELDS),
      { field: 'colors.background', flag: 'background', value: 'colour', help: 'such as "#101418"' },
      { field: 'colors.text', flag: 'text', value: 'colour', help: 'the colour of type' },
      { field: 'colors.accent', flag: 'accent', value: 'colour', help: 'the colour of what moves' },
      { field: 'colors.accent2', flag: 'accent2', value: 'colour', help: 'a second one' },
      { field: 'logo.place', flag: 'logo-place', value: 'corner', help: 'TOP_LEFT, …, or AUTO' },
      { field: 'logo.size', flag: 'logo-size', value: 'size', help: 'SMALL, MEDIUM or LARGE' },
      { field: 'logo.opacity', flag: 'logo-opacity', value: '0.1-1', help: '1 is opaque', kind: 'NUMBER' },
      { field: 'logo.shows', flag: 'logo-shows', value: 'when', help: 'ALWAYS, START or END' },
      { field: 'endCard.text', flag: 'end-text', value: 'text', help: 'a line on the end card' },
      { field: 'endCard.linkUrl', flag: 'end-link', value: 'url', help: 'an address on it' },
      { field: 'endCard.secs', flag: 'end-secs', value: 'secs', help: 'how long it stands', kind: 'NUMBER' },
    ],
    filters: [SEARCH, ...LISTED],
    columns: listColumns('brandId', 'name'),
    open: ({ brands }) => brands,
  },
]

function listFlags(fields: RecordFields): FieldFlag[] {
  return Object.entries(fields).flatMap(([name, { kind, about, flag = {} }]): FieldFlag[] => {
    if (flag === false) return []
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const help = flag.help ?? about.charAt(0).toLowerCase() + about.slice(1)
    const shared = { field: name, flag: flag.name ?? dashed, value: flag.value ?? VALUES[kind], help }
    return [kind === 'FILE' || kind === 'FILES' ? { ...shared, kind } : shared]
  })
}
