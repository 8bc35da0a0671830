import {
  ARTIST_FIELDS,
  BRAND_FIELDS,
  MEDIA_BUNDLE_FIELDS,
  MEDIA_FIELDS,
  type RecordFields,
} from '@songreel/contract'
import type { Generated } from 'kysely'

/** What a record keeps of its fields: texts as they are, of everything else the ids of what was made from it. */
export type Kept<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as KeptName<Fields, Name>]: Fields[Name] extends { kind: 'FILES' }
    ? string[]
    : string | null
}
type KeptName<Fields extends RecordFields, Name extends keyof Fields> = Fields[Name] extends {
  keeps: infer Other extends string
}
  ? Other
  : Name & string

/** The columns in which it does, as Kysely knows them. */
export type KeptColumns<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as SnakeCase<KeptName<Fields, Name>>]: Fields[Name] extends {
    kind: 'FILES'
  }
    ? Generated<string[]>
    : string | null
}
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

export const ARTIST_COLUMNS = describeColumns(ARTIST_FIELDS)
export const BRAND_COLUMNS = describeColumns(BRAND_FIELDS)
export const MEDIA_BUNDLE_COLUMNS = describeColumns(MEDIA_BUNDLE_FIELDS)
export const MEDIA_COLUMNS = describeColumns(MEDIA_FIELDS)

function describeColumns<Fields extends RecordFields>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => ({
    kept: 'keeps' in field ? field.keeps : name,
    isList: field.kind === 'FILES',
    isText: field.kind === 'TEXT',
  }))
  // Two fields may be kept as one: lyrics as a file, or as text.
  const columns = [...new Map(entries.map((each) => [each.kept, each])).values()].map((each) => ({
    ...each,
    column: toSnakeCase(each.kept),
  }))
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'TEXT')
  return {
    /** `isrc, image_asset_id`: for an INSERT. */
    names: columns.map(({ column }) => column).join(', '),
    /** `$media.isrc, $media.imageAssetId`: their values, in the same order. */
    values: (group: string) =>
      columns.map(({ kept, isList }) => `$${group}.${kept}${isList ? '::text[]' : ''}`).join(', '),
    /** `m.image_asset_id as "imageAssetId", m.isrc as "isrc"`: for a SELECT, texts last. */
    selected: (table: string) =>
      columns
        .toSorted((one, other) => Number(one.isText) - Number(other.isText))
        .map(({ column, kept }) => `${table}.${column} as "${kept}"`)
        .join(', '),
    /** A record with every field, those that are not given empty. */
    fill(given: Partial<Kept<Fields>>): Kept<Fields> {
      const record: Record<string, unknown> = {}
      for (const { kept, isList } of columns)
        record[kept] = given[kept as keyof Kept<Fields>] ?? (isList ? [] : null)
      return record as Kept<Fields>
    },
    /** What is given, by column: undefined leaves one as it is. */
    changes(given: Partial<Kept<Fields>>): Record<string, unknown> {
      return Object.fromEntries(
        columns.map(({ column, kept }) => [column, given[kept as keyof Kept<Fields>]]),
      )
    },
    /** The fields that a record shows as they were sent. */
    pickTexts<Row extends Texts<Fields>>(row: Row): Texts<Fields> {
      const picked: Record<string, unknown> = {}
      for (const name of texts) picked[name] = row[name as keyof Row]
      return picked as Texts<Fields>
    },
  }
}

type Texts<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { kind: 'TEXT' } ? Name : never]: string | null
}

/** `imageAssetId` is kept in `image_asset_id`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
