import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Moment } from '../../components/moment.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { useBatchList } from '../../data/batch-list.ts'
import { formatCount } from '../../format/format.ts'
import { listFinished } from '../overview/overview.ts'
import '../overview/overview.css'
import { PosterLink } from '../overview/poster-link.tsx'

const BATCHES = 25

/** The videos of a song, newest first, and those that are being made. */
export function SongVideos({ mediaId }: { mediaId: string }) {
  const { batches, hasMore, loadMore } = useBatchList({ mediaId }, BATCHES)
  const finished = listFinished(batches ?? [])
  const open = (batches ?? []).filter(({ isFinal }) => !isFinal)
  return (
    <Card title="Videos" aside={<span class="soft small">{formatCount(finished.length, 'video')}</span>}>
      {batches && finished.length + open.length === 0 && (
        <p class="soft">None yet. They show up here as they are made.</p>
      )}
      {open.map(({ batchId, progress, createdAt }) => (
        <a key={batchId} class="song-open" href={`/batches/${batchId}`}>
          <span>
            Made <Moment at={createdAt} />
          </span>
          <ProgressRow percent={progress} label="Progress" />
        </a>
      ))}
      {finished.length > 0 && (
        <ul class="song-videos">
          {finished.map(({ batch, render }) => (
            <li key={render.renderId}>
              <PosterLink batch={batch} render={render} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button isSmall onPress={loadMore}>
          Show older ones
        </Button>
      )}
    </Card>
  )
}
