import type { MediaBundle } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { toFileUrl } from '../../catalogue/covers.ts'
import { RecordDialog } from '../../catalogue/record-dialog.tsx'
import { RecordHead } from '../../catalogue/record-head.tsx'
import { SongTable } from '../../catalogue/song-table.tsx'
import { useList } from '../../catalogue/use-list.ts'
import { useRecord } from '../../catalogue/use-record.ts'
import { songreel } from '../../client.ts'
import { findArtistName } from '../../live/names.ts'
import { usePageRequest } from '../../live/page-request.ts'
import type { PageProps } from '../../page.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { More } from '../../parts/table.tsx'
import { formatCount } from '../../words/format.ts'
import { Id } from '../../words/id.tsx'

/** An album with its songs. */
export function AlbumPage({ params: { id = '' } }: PageProps) {
  const { record: album, reload } = useRecord(id, songreel.mediaBundles.get)
  const songs = useList(id, (page) => songreel.media.list({ mediaBundleId: id, ...page }))
  const [open, setOpen] = useState<'edit' | 'add'>()
  usePageRequest(`/v1/media-bundles/${id}`, `const album = await songreel.mediaBundles.get('${id}')`)
  if (album === null)
    return (
      <EmptyState isPage title="There is no such album" text="It may have been deleted.">
        <LinkButton href="/catalogue?view=albums">All albums</LinkButton>
      </EmptyState>
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
            {songs.items && !songs.hasMore && <span>{formatCount(songs.items.length, 'song')}</span>}
            {album.upc && <Id value={album.upc} label="UPC" />}
            <Id value={id} label="album id" />
          </>
        }
      >
        <Button onPress={() => setOpen('edit')}>Edit</Button>
        <Button loudness={songs.items?.length === 0 ? 'main' : undefined} onPress={() => setOpen('add')}>
          Add song
        </Button>
      </RecordHead>
      {songs.items?.length === 0 && (
        <EmptyState title="No songs yet" text="Add one with its audio file: it is listened to at once." />
      )}
      {songs.items && songs.items.length > 0 && <SongTable songs={songs.items} />}
      {songs.hasMore && <More key={songs.items?.length} onSeen={songs.loadMore} />}
      {open === 'edit' && <EditAlbum album={album} onChange={reload} onClose={close} />}
      {open === 'add' && <AddSong mediaBundleId={id} onClose={close} />}
    </div>
  )
}

type EditProps = { album: MediaBundle; onChange(): Promise<void>; onClose(): void }

function EditAlbum({ album, onChange, onClose }: EditProps) {
  return (
    <RecordDialog
      title="Edit the album"
      saveLabel="Save"
      fields={[
        { name: 'name', label: 'Name', value: album.name, isRequired: true },
        { name: 'upc', label: 'UPC', value: album.upc },
        {
          name: 'imageUrl',
          label: 'New cover',
          accept: 'image/*',
          help: 'Videos that were made with the old one stay as they are',
        },
      ]}
      onSave={async ({ name, ...changes }) => {
        await songreel.mediaBundles.update(album.mediaBundleId, { ...changes, ...(name && { name }) })
        await onChange()
      }}
      onClose={onClose}
    />
  )
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
