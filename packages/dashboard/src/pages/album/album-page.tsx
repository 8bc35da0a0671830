import type { MediaBundle, Result } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { toFileUrl } from '../../catalogue/covers.ts'
import { DeleteDialog } from '../../catalogue/delete-dialog.tsx'
import { findOrCreateArtist } from '../../catalogue/find-or-create-song.ts'
import type { RecordVersion } from '../../catalogue/record-changes.ts'
import { RecordDialog } from '../../catalogue/record-dialog.tsx'
import { RecordHead } from '../../catalogue/record-head.tsx'
import { saveAndMove } from '../../catalogue/save-and-move.ts'
import { SongTable } from '../../catalogue/song-table.tsx'
import { StaleNote } from '../../catalogue/stale-note.tsx'
import { suggestArtists } from '../../catalogue/suggest-names.ts'
import { useList } from '../../catalogue/use-list.ts'
import { useRecord } from '../../catalogue/use-record.ts'
import { useStale } from '../../catalogue/use-stale.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { More } from '../../components/table.tsx'
import { useBatchList } from '../../data/batch-list.ts'
import { findArtistName } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { formatCount } from '../../format/format.ts'
import type { PageProps } from '../../page.ts'
import { ReleaseCard } from './release-card.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

/** Its newest release is among so many of its newest batches, or long past. */
const RECENT_BATCHES = 25

/** An album with its songs, in the order in which its videos play them. */
export function AlbumPage({ params: { id = '' } }: PageProps) {
  const { record: album, reload } = useRecord(id, songreel.mediaBundles.get)
  const songs = useList(id, (page) => songreel.media.list({ mediaBundleId: id, order: 'asc', ...page }))
  const releases = useBatchList({ mediaBundleId: id }, RECENT_BATCHES)
  const release = releases.batches?.find(({ releasePack }) => releasePack)
  const [open, setOpen] = useState<'edit' | 'add' | 'delete' | 'release'>()
  usePageRequest(`/v1/media-bundles/${id}`, `const album = await songreel.mediaBundles.get('${id}')`)
  usePageTitle(album?.name)
  if (album === null)
    return (
      <NotFoundPage
        what="album"
        why="It may have been deleted."
        back={{ href: '/catalogue?view=albums', label: 'All albums' }}
      />
    )
  if (!album) return <EmptyState isPage title="One moment…" />
  const close = () => setOpen(undefined)
  return (
    <div class="stack">
      <RecordHead
        title={album.name}
        cover={toFileUrl(album.imageAssetId)}
        above={<a href={`/artists/${album.artistId}`}>← {findArtistName(album.artistId) || 'Artist'}</a>}
        facts={
          <>
            {album.upc && <Id value={album.upc} label="UPC" />}
            <Id value={id} label="album id" />
            {songs.items && !songs.hasMore && <span>{formatCount(songs.items.length, 'song')}</span>}
          </>
        }
      >
        <Button needs="write" onPress={() => setOpen('edit')}>
          Edit
        </Button>
        <Button needs="write" onPress={() => setOpen('delete')}>
          Delete
        </Button>
        <Button
          needs="write"
          loudness={songs.items?.length === 0 ? 'main' : undefined}
          onPress={() => setOpen('add')}
        >
          Add song
        </Button>
        {songs.items && songs.items.length > 0 && (
          <Button needs="write" loudness="main" onPress={() => setOpen('release')}>
            Make the release
          </Button>
        )}
      </RecordHead>
      <AlbumStale
        key={`stale ${id}`}
        mediaBundleId={id}
        version={album.$meta.headers.get('etag') ?? undefined}
      />
      {release && <ReleaseCard batch={release} />}
      {songs.items?.length === 0 && (
        <EmptyState title="No songs yet" text="Add one with its audio file: it is listened to at once." />
      )}
      {songs.items && songs.items.length > 0 && <SongTable songs={songs.items} />}
      {songs.hasMore && <More key={songs.items?.length} onSeen={songs.loadMore} />}
      {open === 'edit' && <EditAlbum album={album} onChange={reload} onClose={close} />}
      {open === 'add' && <AddSong mediaBundleId={id} onClose={close} />}
      {open === 'release' && <ReleaseDialog mediaBundleId={id} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          record={{ kind: 'album', id, artistId: album.artistId }}
          name={album.name}
          tag={album.$meta.headers.get('etag') ?? undefined}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Which videos of its songs are out of date. */
function AlbumStale({ mediaBundleId, version }: { mediaBundleId: string; version: string | undefined }) {
  const { stale, reload } = useStale({ mediaBundleId }, version)
  return stale ? <StaleNote of={{ mediaBundleId }} stale={stale} onMade={reload} /> : null
}

type EditProps = { album: Result<MediaBundle>; onChange(): Promise<void>; onClose(): void }

function EditAlbum({ album, onChange, onClose }: EditProps) {
  const { mediaBundleId, artistId } = album
  const artist = findArtistName(artistId)
  return (
    <RecordDialog
      title="Edit the album"
      saveLabel="Save"
      fields={[
        { name: 'name', label: 'Name', value: album.name, isRequired: true },
        {
          name: 'artist',
          label: 'Artist',
          value: artist,
          isRequired: true,
          suggest: suggestArtists,
          help: 'Another name moves the album and its songs to that artist; a new name makes a new artist',
        },
        { name: 'upc', label: 'UPC', value: album.upc },
        {
          name: 'imageUrl',
          label: 'New cover',
          accept: 'image/*',
          help: 'Videos that were made with the old one stay until you make them again',
        },
      ]}
      version={toVersion(album, artist)}
      readVersion={async () => {
        const now = await songreel.mediaBundles.get(mediaBundleId)
        return toVersion(now, (await songreel.artists.get(now.artistId)).name)
      }}
      onSave={async ({ name, artist: newArtist, ...changes }, tag) => {
        const artistId = newArtist ? await findOrCreateArtist(newArtist) : undefined
        const patch = { ...changes, ...(name && { name }) }
        await saveAndMove(tag, {
          ...(Object.keys(patch).length > 0 && {
            save: (options) => songreel.mediaBundles.update(mediaBundleId, patch, options),
          }),
          ...(artistId && {
            move: (options) => songreel.mediaBundles.move(mediaBundleId, { artistId }, options),
          }),
        })
        await onChange()
      }}
      onClose={onClose}
    />
  )
}

function toVersion(album: Result<MediaBundle>, artist: string): RecordVersion {
  const { name, upc, imageAssetId } = album
  return {
    tag: album.$meta.headers.get('etag') ?? undefined,
    values: { name, artist, upc, imageUrl: imageAssetId },
  }
}

function AddSong({ mediaBundleId, onClose }: { mediaBundleId: string; onClose(): void }) {
  const { route } = useLocation()
  return (
    <RecordDialog
      title="Add a song"
      saveLabel="Add song"
      fields={[
        { name: 'name', label: 'Title', isRequired: true, help: 'As videos show it' },
        { name: 'audioUrl', label: 'Audio file', accept: 'audio/*' },
        { name: 'imageUrl', label: 'Cover', accept: 'image/*', help: 'Without one, the album’s is used' },
        { name: 'isrc', label: 'ISRC', help: 'May be left empty' },
      ]}
      onSave={async ({ name, audioUrl, imageUrl, isrc }) => {
        const { mediaId } = await songreel.media.create({
          mediaBundleId,
          name: name ?? '',
          ...(audioUrl && { audioUrl }),
          ...(imageUrl && { imageUrl }),
          ...(isrc && { isrc }),
        })
        route(`/songs/${mediaId}`)
      }}
      onClose={onClose}
    />
  )
}
