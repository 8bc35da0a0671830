import type { Artist, Media, MediaBundle } from '@songreel/sdk'
import { type KnownRecord, restoreRecord } from '../../catalogue/delete-record.ts'
import { useList } from '../../catalogue/use-list.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Moment } from '../../components/moment.tsx'
import { type Column, More, Table } from '../../components/table.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'

type View = 'songs' | 'albums' | 'artists'
/** A record that was deleted and can be brought back. */
type Deleted = KnownRecord & { name: string; deletedAt: string }

/** What was deleted and can be brought back. */
export function DeletedRecords({ view, q }: { view: View; q: string }) {
  const { items, error, hasMore, loadMore, reload } = useList<Artist | MediaBundle | Media>(
    `deleted ${view} ${q}`,
    (page) => {
      const filter = { ...page, deleted: true, ...(q && { q }) }
      if (view === 'artists') return songreel.artists.list(filter)
      return view === 'albums' ? songreel.mediaBundles.list(filter) : songreel.media.list(filter)
    },
  )
  if (error !== undefined)
    return <EmptyState title="The list could not be read" text={describeError(error)} />
  if (!items) return <div class="table is-loading" aria-busy="true" />
  if (items.length === 0)
    return (
      <EmptyState
        title={q ? `No deleted ${view} are called “${q}”` : `No deleted ${view}`}
        text="What is deleted stays here, for 30 days if nobody has set it otherwise, and can be brought back."
      />
    )
  const restore = async (record: Deleted) => {
    await restoreRecord(record)
    showToast(`“${record.name}” is back.`)
    await reload()
  }
  return (
    <>
      <Table
        label={`Deleted ${view}`}
        rows={items.map(describe)}
        columns={listColumns(view, restore)}
        keyOf={({ id }) => id}
      />
      {hasMore && <More key={items.length} onSeen={loadMore} />}
    </>
  )
}

function listColumns(view: View, restore: (record: Deleted) => Promise<void>): Column<Deleted>[] {
  const head = { songs: 'Song', albums: 'Album', artists: 'Artist' }[view]
  return [
    { head, cell: ({ name }) => <span class="song-title">{name}</span> },
    { head: 'Deleted', cell: ({ deletedAt }) => deletedAt && <Moment at={deletedAt} /> },
    {
      head: 'Restore',
      cell: (record) =>
        hasScope('write') && (
          <Button isSmall aria-label={`Restore ${record.name}`} onPress={() => restore(record)}>
            Restore
          </Button>
        ),
    },
  ]
}

function describe(record: (Artist | MediaBundle | Media) & { deletedAt?: string }): Deleted {
  const { name, artistId, deletedAt = '' } = record
  if ('mediaId' in record)
    return {
      kind: 'song',
      id: record.mediaId,
      mediaBundleId: record.mediaBundleId,
      artistId,
      name,
      deletedAt,
    }
  if ('mediaBundleId' in record) return { kind: 'album', id: record.mediaBundleId, artistId, name, deletedAt }
  return { kind: 'artist', id: artistId, name, deletedAt }
}
