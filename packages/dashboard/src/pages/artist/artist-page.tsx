import type { Artist, MediaBundle, Result } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BrandChoice } from '../../catalogue/brand-choice.tsx'
import { toFileUrl } from '../../catalogue/covers.ts'
import { DeleteDialog } from '../../catalogue/delete-dialog.tsx'
import type { RecordVersion } from '../../catalogue/record-changes.ts'
import { RecordDialog } from '../../catalogue/record-dialog.tsx'
import { RecordHead } from '../../catalogue/record-head.tsx'
import { RecordLink } from '../../catalogue/record-link.tsx'
import { SongTable } from '../../catalogue/song-table.tsx'
import { useList } from '../../catalogue/use-list.ts'
import { useRecord } from '../../catalogue/use-record.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { More } from '../../components/table.tsx'
import type { GrowingList } from '../../data/growing-list.ts'
import { usePageRequest } from '../../data/page-request.ts'
import type { PageProps } from '../../page.ts'
import './artist.css'

/** An artist with albums and songs. */
export function ArtistPage({ params: { id = '' } }: PageProps) {
  const { record: artist, reload } = useRecord(id, songreel.artists.get)
  const albums = useList(id, (page) => songreel.mediaBundles.list({ artistId: id, ...page }))
  const songs = useList(id, (page) => songreel.media.list({ artistId: id, ...page }))
  const [open, setOpen] = useState<'edit' | 'add' | 'delete'>()
  usePageRequest(`/v1/artists/${id}`, `const artist = await songreel.artists.get('${id}')`)
  usePageTitle(artist?.name)
  if (artist === null)
    return (
      <NotFoundPage
        what="artist"
        why="It may have been deleted."
        back={{ href: '/catalogue?view=artists', label: 'All artists' }}
      />
    )
  if (!artist) return <EmptyState isPage title="One moment…" />
  const close = () => setOpen(undefined)
  const isEmpty = albums.items?.length === 0
  return (
    <div class="stack">
      <RecordHead
        title={artist.name}
        cover={toFileUrl(artist.imageAssetId)}
        above={<a href="/catalogue?view=artists">← Artists</a>}
        facts={<Id value={id} label="artist id" />}
      >
        <Button needs="write" onPress={() => setOpen('edit')}>
          Edit
        </Button>
        <Button needs="write" onPress={() => setOpen('delete')}>
          Delete
        </Button>
        <Button needs="write" loudness={isEmpty ? 'main' : undefined} onPress={() => setOpen('add')}>
          Add album
        </Button>
      </RecordHead>
      <BrandChoice
        brandId={artist.brandId}
        none="That of the organization"
        needs="write"
        onChoose={async (brandId) => {
          await songreel.artists.update(id, { brandId })
          await reload()
        }}
      />
      {isEmpty && (
        <EmptyState
          title="No albums yet"
          text="Songs belong to an album: a single is an album of one song."
        />
      )}
      <Albums list={albums} />
      {/* Albums stand above: what comes first waits for them. */}
      {albums.items && songs.items && songs.items.length > 0 && (
        <section class="stack" aria-labelledby="songs">
          <h2 id="songs">Songs</h2>
          <SongTable songs={songs.items} />
          {songs.hasMore && <More key={songs.items.length} onSeen={songs.loadMore} />}
        </section>
      )}
      {open === 'edit' && <EditArtist artist={artist} onChange={reload} onClose={close} />}
      {open === 'add' && <AddAlbum artistId={id} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          record={{ kind: 'artist', id }}
          name={artist.name}
          tag={artist.$meta.headers.get('etag') ?? undefined}
          onClose={close}
        />
      )}
    </div>
  )
}

function Albums({ list: { items, hasMore, loadMore } }: { list: GrowingList<MediaBundle> }) {
  if (!items || items.length === 0) return null
  return (
    <section class="stack" aria-labelledby="albums">
      <h2 id="albums">Albums</h2>
      <ul class="albums">
        {items.map(({ mediaBundleId, name, imageAssetId, upc }) => (
          <li key={mediaBundleId} data-move>
            <RecordLink
              href={`/albums/${mediaBundleId}`}
              title={name}
              note={upc ?? ''}
              cover={toFileUrl(imageAssetId)}
            />
          </li>
        ))}
      </ul>
      {hasMore && <More key={items.length} onSeen={loadMore} />}
    </section>
  )
}

type EditProps = { artist: Result<Artist>; onChange(): Promise<void>; onClose(): void }

function EditArtist({ artist, onChange, onClose }: EditProps) {
  return (
    <RecordDialog
      title="Edit the artist"
      saveLabel="Save"
      fields={[
        { name: 'name', label: 'Name', value: artist.name, isRequired: true },
        { name: 'imageUrl', label: 'New picture', accept: 'image/*' },
      ]}
      version={toVersion(artist)}
      readVersion={async () => toVersion(await songreel.artists.get(artist.artistId))}
      onSave={async ({ name, imageUrl }, tag) => {
        const patch = { ...(name && { name }), ...(imageUrl && { imageUrl }) }
        await songreel.artists.update(artist.artistId, patch, tag ? { headers: { 'If-Match': tag } } : {})
        await onChange()
      }}
      onClose={onClose}
    />
  )
}

function toVersion({ name, imageAssetId, $meta }: Result<Artist>): RecordVersion {
  return { tag: $meta.headers.get('etag') ?? undefined, values: { name, imageUrl: imageAssetId } }
}

function AddAlbum({ artistId, onClose }: { artistId: string; onClose(): void }) {
  const { route } = useLocation()
  return (
    <RecordDialog
      title="Add an album"
      saveLabel="Add album"
      fields={[
        { name: 'name', label: 'Name', isRequired: true },
        { name: 'upc', label: 'UPC', help: 'Or EAN; may be left empty' },
        { name: 'imageUrl', label: 'Cover', accept: 'image/*' },
      ]}
      onSave={async ({ name, upc, imageUrl }) => {
        const { mediaBundleId } = await songreel.mediaBundles.create({
          artistId,
          name: name ?? '',
          ...(upc && { upc }),
          ...(imageUrl && { imageUrl }),
        })
        route(`/albums/${mediaBundleId}`)
      }}
      onClose={onClose}
    />
  )
}
