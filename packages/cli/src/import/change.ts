import type { FieldName } from './catalogue.ts'

/** What an import does to one record. */
export type Change = {
  action: 'CREATE' | 'UPDATE'
  kind: 'artist' | 'album' | 'song'
  name: string
  /** UPC or ISRC. */
  code?: string
  fields: FieldChange[]
  /** Not known in a dry run of a new record. */
  id?: string
}

/** A field that gets a value; texts say which, and which they had. */
export type FieldChange = { field: FieldName; from?: string; to?: string }

/** A record that was not imported. */
export type Failure = { place: string; message: string }

/** What came of an import. */
export type Outcome = {
  changes: Change[]
  failures: Failure[]
  warnings: string[]
  /** Tracks, by what became of them: the others add up to the total. */
  counts: Record<'total' | 'created' | 'updated' | 'unchanged' | 'failed', number>
}

/** `~ song   USRC17607839  Tin Lanterns  title "Lanterns" → "Tin Lanterns", audio` as the cells of a table. */
export function describeChange({ action, kind, name, code = '', fields }: Change): string[] {
  const shown = fields.map(({ field, from, to }) =>
    from === undefined || to === undefined ? field : `${field} "${from}" → "${to}"`,
  )
  return [action === 'CREATE' ? '+' : '~', kind, code, name, shown.join(', ')]
}
