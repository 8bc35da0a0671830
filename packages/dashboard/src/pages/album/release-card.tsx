import type { BatchRecord } from '@songreel/sdk'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { findTitle } from '../../data/names.ts'
import { type SongProgress, sumSongs } from './sum-pack.ts'
import './release.css'

/** The newest release of an album: how far each song is, and then the whole of it to download. */
export function ReleaseCard({ batch }: { batch: BatchRecord }) {
  const { batchId, counts, renders, isFinal } = batch
  const songs = sumSongs(renders)
  return (
    <Card title="Release" aside={<StatusPill status={batch.status} />}>
      <p class="soft small figures">
        {counts.completed} of {counts.total} videos · asked for <Moment at={batch.createdAt} />
      </p>
      <ul class="release-songs">
        {songs.map((song) => (
          <SongRow key={song.mediaId ?? 'album'} batch={batch} song={song} />
        ))}
      </ul>
      <div class="row">
        {counts.completed > 0 && (
          <LinkButton
            href={`/v1/batches/${batchId}/archive`}
            download
            {...(isFinal && { loudness: 'main' as const })}
          >
            {isFinal ? 'Download the release (ZIP)' : 'Download what is there (ZIP)'}
          </LinkButton>
        )}
        <LinkButton href={`/batches/${batchId}`}>See the videos</LinkButton>
      </div>
    </Card>
  )
}

function SongRow({ batch, song }: { batch: BatchRecord; song: SongProgress }) {
  const { mediaId, done, failed, total, percent } = song
  const title = mediaId === null ? 'The album' : findTitle(batch, { mediaId }) || '…'
  const open = total - done - failed
  return (
    <li>
      <bdi>{title}</bdi>
      {open > 0 ? (
        <ProgressRow percent={percent} label={`Progress of ${title}`} />
      ) : (
        <span class="soft small figures">
          {failed === 0 ? '✓ ' : ''}
          {done} of {total} done{failed > 0 && `, ${failed} not made`}
        </span>
      )}
    </li>
  )
}
