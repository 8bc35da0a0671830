import type { BatchRecord } from '@songreel/sdk'
import { findNames } from '../data/names.ts'
import { findPoster } from '../format/describe-batch.ts'
import './song-link.css'
import { Thumb } from './thumb.tsx'

/** A batch by its song: picture, title and artist, leading to it. */
export function SongLink({ batch }: { batch: BatchRecord }) {
  const { title, artist } = findNames(batch)
  return (
    <a class="song" href={`/batches/${batch.batchId}`}>
      <Thumb url={findPoster(batch)} />
      <span class="song-words">
        <span class="song-title">
          <bdi>{title || batch.ref || '\u2026'}</bdi>
        </span>
        <span class="soft small">
          <bdi>{artist || ' '}</bdi>
        </span>
      </span>
    </a>
  )
}
