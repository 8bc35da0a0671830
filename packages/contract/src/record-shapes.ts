import { z } from 'zod'
import { idInput } from './ids.ts'
import { Isrc } from './isrc.ts'
import type { RecordField, RecordFields, TextRule } from './record-fields.ts'
import { clearable, text } from './text.ts'
import { Upc } from './upc.ts'
import { HttpUrl } from './url.ts'

const MAX_VIDEOS_OF_A_SONG = 50
const MAX_LYRICS_CHARACTERS = 200_000

const LyricsText = text(MAX_LYRICS_CHARACTERS, 1)
const BrandId = idInput('brand')
const HttpUrls = z.array(HttpUrl).max(MAX_VIDEOS_OF_A_SONG)

/** What a file is known by, so that one that is there already is neither sent nor fetched again. */
const Sha256 = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => /^[0-9a-f]{64}$/.test(value), { error: 'must be a SHA-256: 64 hexadecimal digits' })
  .meta({ example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' })
const FileHash = Sha256.optional().describe('SHA-256 of that file: if it is there already, nothing changes')

type Value<Field extends RecordField> = Field extends { kind: 'FILES' } ? typeof HttpUrls : typeof HttpUrl
type Optional<Field extends RecordField> = z.ZodOptional<Value<Field>>

type InputShape<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields]: Optional<Fields[Name]>
}
type PatchShape<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Value<Fields[Name]>>>
}
/** Only texts are in the record as they were sent; what becomes of an address differs from field to field. */
type RecordShape<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { kind: 'TEXT' }
    ? Name
    : never]: z.ZodNullable<z.ZodString>
}
type InlineShape<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as InlineName<Fields, Name>]: Optional<Fields[Name]>
}
type InlineName<Fields extends RecordFields, Name extends keyof Fields> = Fields[Name] extends {
  inline: false
}
  ? never
  : Fields[Name] extends { inlineName: infer Other extends string }
    ? Other
    : Name
type RowShape<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { row: false } ? never : Name]: Optional<
    Fields[Name]
  >
} & {
  -readonly [Name in keyof Fields as Fields[Name] extends { kind: 'FILE' }
    ? HashName<Name>
    : never]: typeof FileHash
}
type HashName<Name> = Name extends `${infer File}Url` ? `${File}Sha256` : never

/** The fields in a request that makes a record. */
export function inputShape<Fields extends RecordFields>(fields: Fields): InputShape<Fields> {
  const entries = Object.entries(fields)
  return toShape(entries.map(([name, field]) => [name, toSchema(field).optional().describe(field.about)]))
}

/** The fields in a request that changes one. */
export function patchShape<Fields extends RecordFields>(fields: Fields): PatchShape<Fields> {
  // Several of something, such as lyrics, are new without an article.
  const describe = ({ about, change = about }: RecordField) =>
    `${change}; null removes ${change.startsWith('New ') ? 'them' : 'it'}`
  return toShape(
    Object.entries(fields).map(([name, field]) => [
      name,
      clearable(toSchema(field)).describe(describe(field)),
    ]),
  )
}

/** The texts of a record, as it is read. */
export function recordShape<Fields extends RecordFields>(fields: Fields): RecordShape<Fields> {
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === 'TEXT')
  return toShape(
    texts.map(([name, { about, kept = about }]) => [
      name,
      z.string().nullable().describe(`${kept}; null if there is none`),
    ]),
  )
}

/** The fields of a record that comes inside of a batch. */
export function inlineShape<Fields extends RecordFields>(fields: Fields): InlineShape<Fields> {
  return toShape(
    Object.entries(fields).flatMap(([name, field]) => {
      const { about, inline = about, inlineName = name } = field
      return inline === false ? [] : [[inlineName, toSchema(field).optional().describe(inline)]]
    }),
  )
}

/** The fields of a record in a row of an import; a file may be known by its hash. */
export function rowShape<Fields extends RecordFields>(fields: Fields): RowShape<Fields> {
  return toShape(
    Object.entries(fields).flatMap(([name, field]) => {
      const { about, row = about } = field
      if (row === false) return []
      const own: [string, z.ZodType] = [name, toSchema(field).optional().describe(row)]
      return field.kind === 'FILE' ? [own, [name.replace(/Url$/, 'Sha256'), FileHash]] : [own]
    }),
  )
}

function toSchema(field: RecordField): z.ZodType<string | string[]> {
  if (field.kind === 'TEXT') return toTextSchema(field.rule)
  if (field.kind === 'LYRICS') return LyricsText
  if (field.kind === 'BRAND') return BrandId
  return field.kind === 'FILES' ? HttpUrls : HttpUrl
}

/** Reads a text by its rule. */
export function toTextSchema(rule: TextRule): z.ZodType<string> {
  if (rule === 'ISRC') return Isrc
  return rule === 'UPC' ? Upc : text(rule.maxCharacters, 1)
}

function toShape<Shape>(entries: [string, z.ZodType][]): Shape {
  return Object.fromEntries(entries) as Shape
}
