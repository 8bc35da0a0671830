import type { Media } from '@songreel/sdk'
import { Id } from '../components/id.tsx'
import { type Column, Table } from '../components/table.tsx'
import { findNames } from '../data/names.ts'
import { chooseCover } from './covers.ts'
import { RecordLink } from './record-link.tsx'

const COLUMNS: Column<Media>[] = [
  {
    head: 'Song',
    cell: (song) => (
      <RecordLink
        href={`/songs/${song.mediaId}`}
        title={song.name}
        note={findNames(song).artist}
        cover={chooseCover(song)}
      />
    ),
  },
  { head: 'Sound', cell: ({ audioAssets }) => <Has what={audioAssets.DEFAULT} />, isExtra: true },
  { head: 'Lyrics', cell: ({ textAssetsIds }) => <Has what={textAssetsIds.LYRICS} />, isExtra: true },
  { head: 'ISRC', cell: ({ isrc }) => isrc && <Id value={isrc} label="ISRC" />, isExtra: true },
]

/** Songs in rows. */
export function SongTable({ songs }: { songs: Media[] }) {
  return <Table label="Songs" rows={songs} columns={COLUMNS} keyOf={({ mediaId }) => mediaId} />
}

function Has({ what }: { what: string | undefined }) {
  return (
    <>
      <span class={what ? undefined : 'soft'} aria-hidden="true">
        {what ? '✓' : '–'}
      </span>
      <span class="unseen">{what ? 'yes' : 'no'}</span>
    </>
  )
}
