import { ConflictError } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { formatCount } from '../format/format.ts'

/** A kind of record, as people call it. */
export type RecordKind = 'artist' | 'album' | 'song'

/** A record that is deleted or brought back, and what it belongs to. */
export type KnownRecord = { kind: RecordKind; id: string; artistId?: string; mediaBundleId?: string }

const CALLS = { artist: songreel.artists, album: songreel.mediaBundles, song: songreel.media }
/** As many as one call counts. */
const MOST = 100

/** Deletes a record with all that belongs to it, unless somebody has changed it since it was read. */
export async function deleteRecord({ kind, id }: KnownRecord, tag: string | undefined): Promise<void> {
  const headers = tag === undefined ? undefined : { 'If-Match': tag }
  await CALLS[kind].delete(id, { headers, ...(kind !== 'song' && { cascade: true }) })
}

/** Brings a record back with what was deleted with it, and before that what it belongs to, if that is deleted as well. */
export async function restoreRecord(record: KnownRecord): Promise<void> {
  const { kind, id, artistId, mediaBundleId } = record
  try {
    await CALLS[kind].restore(id)
  } catch (error) {
    const above: KnownRecord | undefined =
      kind === 'song' && mediaBundleId
        ? { kind: 'album', id: mediaBundleId, artistId }
        : kind === 'album' && artistId
          ? { kind: 'artist', id: artistId }
          : undefined
    if (!(error instanceof ConflictError) || !above) throw error
    await restoreRecord(above)
    await CALLS[kind].restore(id)
  }
}

/** What goes with a record, such as `3 albums and 14 songs`; empty if it is alone. */
export async function describeBelow({ kind, id }: KnownRecord): Promise<string> {
  if (kind === 'song') return ''
  const counts = await Promise.all([
    kind === 'artist' && count(songreel.mediaBundles.list({ artistId: id, limit: MOST }), 'album'),
    count(
      songreel.media.list(
        kind === 'artist' ? { artistId: id, limit: MOST } : { mediaBundleId: id, limit: MOST },
      ),
      'song',
    ),
  ])
  return counts.filter(Boolean).join(' and ')
}

async function count(
  page: PromiseLike<{ items: unknown[]; nextCursor: string | null }>,
  noun: string,
): Promise<string> {
  const { items, nextCursor } = await page
  if (nextCursor) return `more than ${formatCount(MOST, noun)}`
  return items.length > 0 ? formatCount(items.length, noun) : ''
}
