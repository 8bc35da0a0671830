import type { Media, Result } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { findOrCreateAlbum, findOrCreateArtist } from './find-or-create-song.ts'
import type { RecordVersion, Values } from './record-changes.ts'
import { RecordDialog } from './record-dialog.tsx'
import { saveAndMove } from './save-and-move.ts'
import { suggestAlbums, suggestArtists } from './suggest-names.ts'

type Song = Result<Media>
/** Where a song belongs, by name. */
export type SongPlace = { artist: string; album: string }

type Props = { song: Song; place: SongPlace; onChange(): Promise<void>; onClose(): void }

/** Changes a song, and may move it to another artist or album. */
export function EditSong({ song, place, onChange, onClose }: Props) {
  const kept = 'Videos that were made with the old one stay until you make them again'
  return (
    <RecordDialog
      title="Edit the song"
      saveLabel="Save"
      fields={[
        { name: 'name', label: 'Title', value: song.name, isRequired: true },
        {
          name: 'artist',
          label: 'Artist',
          value: place.artist,
          isRequired: true,
          suggest: suggestArtists,
          help: 'Another name moves the song to that artist; a new name makes a new artist',
        },
        {
          name: 'album',
          label: 'Album',
          value: place.album,
          isRequired: true,
          suggest: suggestAlbums,
          help: 'Another name moves the song to that album; a new name makes a new album',
        },
        { name: 'isrc', label: 'ISRC', value: song.isrc },
        {
          name: 'audioUrl',
          label: song.audioAssets.DEFAULT ? 'New audio' : 'Audio',
          accept: 'audio/*',
          help: kept,
        },
        { name: 'imageUrl', label: 'New cover', accept: 'image/*', help: kept },
      ]}
      version={toVersion(song, place)}
      readVersion={async () => {
        const now = await songreel.media.get(song.mediaId)
        return toVersion(now, await readPlace(now))
      }}
      onSave={async (changes, tag) => {
        await saveSong(song, place, changes, tag)
        await onChange()
      }}
      onClose={onClose}
    />
  )
}

async function saveSong(
  song: Song,
  place: SongPlace,
  changes: Values,
  tag: string | undefined,
): Promise<void> {
  const { name, artist, album, ...others } = changes
  const mediaBundleId = artist || album ? await findHome(song, place, { artist, album }) : undefined
  const patch = { ...others, ...(name && { name }) }
  await saveAndMove(tag, {
    ...(Object.keys(patch).length > 0 && {
      save: (options) => songreel.media.update(song.mediaId, patch, options),
    }),
    ...(mediaBundleId && {
      move: (options) => songreel.media.move(song.mediaId, { mediaBundleId }, options),
    }),
  })
}

/** The album that a song moves to. An artist who stays is known by id: two may have one name. */
async function findHome(
  song: Song,
  place: SongPlace,
  { artist, album }: { artist?: string | null; album?: string | null },
): Promise<string> {
  const artistId = artist ? await findOrCreateArtist(artist) : song.artistId
  return findOrCreateAlbum(album ?? place.album, { artistId, title: song.name })
}

/** The names of what a song belongs to. */
export async function readPlace({ artistId, mediaBundleId }: Media): Promise<SongPlace> {
  const [artist, album] = await Promise.all([
    songreel.artists.get(artistId),
    songreel.mediaBundles.get(mediaBundleId),
  ])
  return { artist: artist.name, album: album.name }
}

function toVersion(song: Song, { artist, album }: SongPlace): RecordVersion {
  const { name, isrc, audioAssets, imageAssetId } = song
  return {
    tag: song.$meta.headers.get('etag') ?? undefined,
    values: { name, isrc, artist, album, audioUrl: audioAssets.DEFAULT ?? null, imageUrl: imageAssetId },
  }
}
