import { createHash } from 'node:crypto'
import type { Artist, Brand, ContentSaved, Media, MediaBundle } from '@songreel/contract'
import { ServiceError } from '../errors.ts'

/** A record of the catalogue as it is read. */
export type CatalogueRecord = Artist | MediaBundle | Media | Brand | ContentSaved

/**
 * The version of a record, as an ETag: what can be changed in it, and nothing else. The ratio of a video is found by looking
 * at it, some time after somebody named it, and is nobody's change.
 */
export function tagRecord(record: CatalogueRecord): string {
  const facts = Object.entries({
    ...record,
    ...('videoAssets' in record && { videoAssets: record.videoAssets.map(({ id }) => id) }),
  }).sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  return `"${hash.slice(0, 22)}"`
}

/** Refuses to change a record that is not in one of the versions that `If-Match` names. */
export function demandVersion(ifMatch: string | undefined, record: CatalogueRecord): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  // A proxy that compresses marks a version as weak, and the client sends it back so.
  const versions = ifMatch.match(/"[^"]*"/g)
  if (!versions)
    throw new ServiceError('BAD_REQUEST', {
      message: `If-Match must be the ETag of a response, with its quotes, or *. It is: ${ifMatch.slice(0, 80)}`,
    })
  const tag = tagRecord(record)
  if (!versions.includes(tag)) throw new ServiceError('PRECONDITION_FAILED', { headers: { ETag: tag } })
}
