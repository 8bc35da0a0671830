import { StaleNote } from '../../catalogue/stale-note.tsx'
import { useStale } from '../../catalogue/use-stale.ts'
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

type Props = { mediaId: string; version: string | undefined }

/** The videos of a song, newest first, those that are being made, and which of them are out of date. */
export function SongVideos({ mediaId, version }: Props) {
  const { batches: all, hasMore, loadMore } = useBatchList({ mediaId }, BATCHES)
  const { stale, isKnown, reload } = useStale({ mediaId }, version)
  // Until it is known what is out of date: nothing moves for it.
  const batches = isKnown ? all : undefined
  const finished = listFinished(batches ?? []).filter(
    ({ batch, render }) => (render.mediaId ?? batch.mediaId) === mediaId,
  )
  const open = (batches ?? []).filter(({ isFinal }) => !isFinal)
  const reasons = new Map(stale?.renders.map(({ renderId, staleReasons }) => [renderId, staleReasons]))
  return (
    <Card title="Videos" aside={<span class="soft small">{formatCount(finished.length, 'video')}</span>}>
      {stale && <StaleNote of={{ mediaId }} stale={stale} onMade={reload} />}
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
              <PosterLink batch={batch} render={render} staleReasons={reasons.get(render.renderId)} />
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
