import type { ImportChange } from '@songreel/contract'
import { invalidField } from '../errors.ts'
import type { KeptFile } from '../store/imports.ts'

type FieldChange = ImportChange['fields'][number]

/** What a record gets, field by field, and the patch that gives it that. */
export type Difference = { fields: FieldChange[]; patch: Record<string, string | string[]> }

/** Where a row's values stand, and whether files may be left out because nothing is stored. */
type Place = { prefix: string; isDryRun: boolean }

/** Compares what a row says of a record with what is there; what the row leaves out stays as it is. */
export function createDifference(place: Place) {
  const difference: Difference = { fields: [], patch: {} }
  return {
    ...difference,
    text(field: string, wanted: string | undefined, kept: string | null | undefined): void {
      if (wanted === undefined || wanted === kept) return
      difference.fields.push({ field, ...(kept && { from: kept }), to: wanted })
      difference.patch[field] = wanted
    },
    file(field: string, wanted: WantedFile, kept: KeptFile | null | undefined): void {
      if (!isNamed(wanted) || isSame(wanted, kept)) return
      difference.fields.push({ field })
      if (wanted.url !== undefined) difference.patch[field] = wanted.url
      else if (!place.isDryRun)
        throw invalidField(
          `${place.prefix}.${field}`,
          'REQUIRED',
          'is required, because the record does not have the file of this SHA-256 yet',
        )
    },
    files(field: string, wanted: string[] | undefined, kept: (string | null)[] | null | undefined): void {
      if (!wanted || JSON.stringify(wanted) === JSON.stringify(kept ?? [])) return
      difference.fields.push({ field })
      difference.patch[field] = wanted
    },
  }
}

/** A file as a row names it. */
export type WantedFile = { url: string | undefined; sha256: string | undefined }

function isNamed({ url, sha256 }: WantedFile): boolean {
  return url !== undefined || sha256 !== undefined
}

/** By hash where both are known: an address may change, and so may what lies there. */
function isSame({ url, sha256 }: WantedFile, kept: KeptFile | null | undefined): boolean {
  if (!kept) return false
  if (sha256 !== undefined && kept.sha256 !== null) return sha256 === kept.sha256
  return url !== undefined && url === kept.url
}
