import { Button } from '../components/button.tsx'
import { formatCount } from '../format/format.ts'
import { countStale, describeReasons } from '../format/stale-words.ts'
import { makeAgain, type StaleVideos, type VideosOf } from './rebuild.ts'
import './stale-note.css'

type Props = { of: VideosOf; stale: StaleVideos; onMade(): Promise<void> }

/** Says which videos are out of date and why, with one button that makes them again. */
export function StaleNote({ of, stale: { total, renders }, onMade }: Props) {
  if (total === 0) return null
  const reasons = renders.flatMap(({ staleReasons }) => staleReasons)
  const songs = new Set(renders.map(({ mediaId }) => mediaId)).size
  const where = 'mediaBundleId' in of && songs > 1 ? `, in ${formatCount(songs, 'song')}` : ''
  const press = async () => {
    await makeAgain(of)
    await onMade()
  }
  return (
    <div class="stale-note" role="status">
      <div>
        <p class="stale-title">
          {countStale(total)}
          {where}
        </p>
        <p class="soft small">{describeReasons(reasons)}</p>
      </div>
      <Button needs="write" onPress={press}>
        {total === 1 ? 'Make it again' : `Make ${total} videos again`}
      </Button>
    </div>
  )
}
