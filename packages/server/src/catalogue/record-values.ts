import {
  ARTIST_FIELDS,
  BRAND_FIELDS,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  type RecordField,
  type RecordFields,
} from '@songreel/contract'
import { demandBrand } from '../store/brands.ts'
import { insertPlugin } from '../store/plugins.ts'
import type { Kept } from '../store/record-columns.ts'
import type { Db } from '../store/schema.ts'
import { type CatalogueDeps, createAssets, createLyricsAsset } from './asset-records.ts'
import type { FieldNames } from './field-names.ts'
import { readPlatformLink } from './platform-link.ts'

/** The fields of a kind of record, sorted by what becomes of them. */
export type SortedFields<Fields extends RecordFields> = {
  [Kind in RecordField['kind']]: { name: string; field: Extract<RecordField, { kind: Kind }> }[]
} & { fields?: Fields }

export const ARTIST = sortFields(ARTIST_FIELDS)
export const BRAND = sortFields(BRAND_FIELDS)
export const MEDIA_BUNDLE = sortFields(MEDIA_BUNDLE_FIELDS)
export const MEDIA = sortFields(MEDIA_FIELDS)

/** Values as they are sent: undefined leaves one as it is, null empties it. */
export type SentValues<Fields extends RecordFields> = {
  [Name in keyof Fields]?: (Fields[Name] extends { kind: 'FILES' } ? string[] : string) | null
}
type AnyValues = Record<string, string | string[] | null | undefined>

/** Whether a record comes with anything that needs a record of its own, or names one. */
export function namesFiles<Fields extends RecordFields>(
  { FILE, FILES, LINK, LYRICS, BRAND: brands }: SortedFields<Fields>,
  input: SentValues<Fields>,
): boolean {
  const isSent = ({ name }: { name: string }) => {
    const value = (input as AnyValues)[name]
    return typeof value === 'string' || Boolean(value?.length)
  }
  return [FILE, FILES, LINK, LYRICS, brands].some((named) => named.some(isSent))
}

/** What a record keeps of values that need no record of their own: its texts, and what is emptied. */
export function keepTexts<Fields extends RecordFields>(
  { TEXT, FILE, FILES, LINK, LYRICS, BRAND: brands }: SortedFields<Fields>,
  input: SentValues<Fields>,
): Partial<Kept<Fields>> {
  const values = input as AnyValues
  const kept: AnyValues = {}
  for (const { name } of [...TEXT, ...brands]) if (values[name] !== undefined) kept[name] = values[name]
  for (const { name, field } of [...FILE, ...LINK, ...LYRICS])
    if (values[name] === null) kept[field.keeps] = null
  for (const { name, field } of FILES) if (values[name] === null) kept[field.keeps] = []
  return kept as Partial<Kept<Fields>>
}

/** Values of one record, and what their fields are called where they come from. */
type Sent<Fields extends RecordFields> = {
  sorted: SortedFields<Fields>
  input: SentValues<Fields>
  fieldName: FieldNames
}

/** Makes the assets and platform links that a record names, and returns all that it keeps. */
export async function createValues<Fields extends RecordFields>(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  sent: Sent<Fields>,
): Promise<Partial<Kept<Fields>>> {
  const [kept] = await createAllValues(services, db, orgId, [sent])
  return kept as Partial<Kept<Fields>>
}

/** The same for several records at once, with all of their files in one INSERT and one entry in the queue. */
export async function createAllValues<All extends RecordFields[]>(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  all: { [Index in keyof All]: Sent<All[Index]> },
): Promise<{ [Index in keyof All]: Partial<Kept<All[Index]>> }> {
  const records = all.map((sent) => ({ ...sent, kept: keepTexts(sent.sorted, sent.input) as AnyValues }))
  const files = records.flatMap((record) => listFiles(record).map((file) => ({ ...file, record })))
  const assetIds = files.length > 0 ? await createAssets(services, db, orgId, files) : []
  for (const { kept, sorted, input } of records)
    for (const { name, field } of sorted.FILES) if ((input as AnyValues)[name]) kept[field.keeps] = []
  for (const [index, { record, keeps, isOneOfMany }] of files.entries()) {
    const assetId = assetIds[index] as string
    if (isOneOfMany) (record.kept[keeps] as string[]).push(assetId)
    else record.kept[keeps] = assetId
  }
  for (const record of records) await createOthers(services, db, orgId, record)
  return records.map(({ kept }) => kept) as { [Index in keyof All]: Partial<Kept<All[Index]>> }
}

/** The files that a record names, in the order of its fields. */
function listFiles({ sorted: { FILE, FILES }, input, fieldName }: Sent<RecordFields>) {
  const values = input as AnyValues
  const single = FILE.flatMap(({ name, field: { asset, keeps } }) => {
    const url = values[name]
    return typeof url === 'string'
      ? [{ field: fieldName(name), kind: asset, url, keeps, isOneOfMany: false }]
      : []
  })
  const many = FILES.flatMap(({ name, field: { asset, keeps } }) => {
    const urls = values[name]
    if (!Array.isArray(urls)) return []
    const toFile = (url: string, index: number) => ({
      field: fieldName(`${name}[${index}]`),
      kind: asset,
      url,
      keeps,
      isOneOfMany: true,
    })
    return urls.map(toFile)
  })
  return [...single, ...many]
}

/** Lyrics that came as text, platform links, and a brand, which has to be there. */
async function createOthers(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { sorted, input, fieldName, kept }: Sent<RecordFields> & { kept: AnyValues },
): Promise<void> {
  const values = input as AnyValues
  for (const { name, field } of sorted.LYRICS) {
    const text = values[name]
    if (typeof text === 'string')
      kept[field.keeps] = await createLyricsAsset(services, db, orgId, { field: fieldName(name), text })
  }
  for (const { name } of sorted.BRAND) {
    const brandId = values[name]
    if (typeof brandId === 'string') await demandBrand(db, orgId, { brandId, field: fieldName(name) })
  }
  for (const { name, field } of sorted.LINK) {
    const { platform, keeps } = field
    const url = values[name]
    if (typeof url === 'string')
      kept[keeps] = await insertPlugin(db, orgId, { platform, url, ...readPlatformLink(platform, url) })
  }
}

function sortFields<Fields extends RecordFields>(fields: Fields): SortedFields<Fields> {
  const entries = Object.entries(fields).map(([name, field]) => ({ name, field }))
  const ofKind = <Kind extends RecordField['kind']>(kind: Kind) =>
    entries.filter(({ field }) => field.kind === kind) as {
      name: string
      field: Extract<RecordField, { kind: Kind }>
    }[]
  return {
    TEXT: ofKind('TEXT'),
    FILE: ofKind('FILE'),
    FILES: ofKind('FILES'),
    LINK: ofKind('LINK'),
    LYRICS: ofKind('LYRICS'),
    BRAND: ofKind('BRAND'),
  } as SortedFields<Fields>
}
