import { formatBytes } from '@songreel/contract/format-bytes'
import type { Analysis, Asset, Media, MediaBundle, Result } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { chooseCover, toFileUrl } from '../../catalogue/covers.ts'
import { DeleteDialog } from '../../catalogue/delete-dialog.tsx'
import { EditSong, readPlace, type SongPlace } from '../../catalogue/edit-song.tsx'
import { RecordHead } from '../../catalogue/record-head.tsx'
import { RestoreNote } from '../../catalogue/restore-note.tsx'
import { useAnalysis } from '../../catalogue/use-analysis.ts'
import { useRecord } from '../../catalogue/use-record.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { findArtistName } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { formatLength } from '../../format/format.ts'
import type { PageProps } from '../../page.ts'
import { LyricsCard } from './lyrics-card.tsx'
import './song.css'
import { SongLinks } from './song-links.tsx'
import { SongVideos } from './song-videos.tsx'
import { SoundCard } from './sound-card.tsx'
import { useSound } from './use-sound.ts'

/** A song: what it sounds like, what is sung, and what was made of it. */
export function SongPage({ params: { id = '' } }: PageProps) {
  const { record: song, reload } = useRecord(id, songreel.media.get)
  usePageRequest(`/v1/media/${id}`, `const song = await songreel.media.get('${id}')`)
  usePageTitle(song?.name)
  if (song === null)
    return (
      <NotFoundPage
        what="song"
        why="It may have been deleted."
        back={{ href: '/catalogue', label: 'All songs' }}
      />
    )
  if (!song) return <EmptyState isPage title="One moment…" />
  return <Song key={id} song={song} onChange={reload} />
}

function Song({ song, onChange }: { song: Result<Media>; onChange(): Promise<void> }) {
  const { mediaId, mediaBundleId } = song
  const audioId = song.audioAssets.DEFAULT
  const { record: album } = useRecord(mediaBundleId, songreel.mediaBundles.get)
  const { analysis, audio, note } = useAnalysis({ mediaId, audioId })
  const sound = useSound(audio?.status === 'READY' ? toFileUrl(audioId) : undefined)
  const [place, setPlace] = useState<SongPlace>()
  const [isDeleting, setDeleting] = useState(false)
  const record = { kind: 'song', id: mediaId, artistId: song.artistId, mediaBundleId } as const
  return (
    <div class="song-page">
      {!song.isActive && <RestoreNote record={record} onRestored={onChange} />}
      <RecordHead
        title={song.name}
        cover={chooseCover(song)}
        above={<Place song={song} album={album} />}
        facts={<Facts song={song} analysis={analysis} audio={audio} />}
      >
        {song.isActive && (
          <>
            <Button needs="write" onPress={async () => setPlace(await readPlace(song))}>
              Edit
            </Button>
            <Button needs="write" onPress={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )}
        {audioId && song.isActive && (
          <LinkButton href={`/new?media=${mediaId}`} loudness="main">
            Make videos
          </LinkButton>
        )}
      </RecordHead>
      <SoundCard
        analysis={analysis}
        sound={sound}
        isComing={audioId !== undefined}
        note={audioId ? note : 'No audio yet. Add the file with Edit: most templates need it.'}
      />
      <div class="song-parts">
        <LyricsCard song={song} sound={sound} onChange={onChange} />
        <div class="stack">
          <SongVideos mediaId={mediaId} version={song.$meta.headers.get('etag') ?? undefined} />
          <SongLinks song={song} />
        </div>
      </div>
      {place && (
        <EditSong song={song} place={place} onChange={onChange} onClose={() => setPlace(undefined)} />
      )}
      {isDeleting && (
        <DeleteDialog
          record={record}
          name={song.name}
          tag={song.$meta.headers.get('etag') ?? undefined}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}

function Place({ song, album }: { song: Media; album: MediaBundle | null | undefined }) {
  return (
    <>
      <a href={`/artists/${song.artistId}`}>{findArtistName(song.artistId) || 'Artist'}</a>
      <span class="soft" aria-hidden="true">
        {' › '}
      </span>
      <a href={`/albums/${song.mediaBundleId}`}>{album?.name ?? 'Album'}</a>
    </>
  )
}

type FactsProps = { song: Media; analysis: Analysis | undefined; audio: Asset | undefined }

function Facts({ song, analysis, audio }: FactsProps) {
  return (
    <>
      {song.isrc && <Id value={song.isrc} label="ISRC" />}
      <Id value={song.mediaId} label="song id" />
      {/* What takes time to hear comes last: nothing moves for it. */}
      {analysis && <span>{formatLength(analysis.durationSecs)}</span>}
      {analysis?.bpm && <span>{Math.round(analysis.bpm)} BPM</span>}
      {analysis?.key && <span>{analysis.key}</span>}
      {analysis && <span>{analysis.loudness.toFixed(1)} LUFS</span>}
      {audio?.codec && (
        <span>
          {audio.codec.toUpperCase()}
          {audio.bytes ? `, ${formatBytes(audio.bytes)}` : ''}
        </span>
      )}
    </>
  )
}
