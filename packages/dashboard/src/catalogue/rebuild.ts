import type { SongRender } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { showToast } from '../components/toast.tsx'
import { formatCount } from '../format/format.ts'
import { countStale } from '../format/stale-words.ts'

/** What videos are of: a song, or all songs of an album. */
export type VideosOf = { mediaId: string } | { mediaBundleId: string }

/** Videos that are out of date: all of them are counted, and as many as a page holds are known. */
export type StaleVideos = { total: number; renders: SongRender[] }

const MOST = 100

/** Those videos of a song or an album that are out of date. */
export async function readStale(of: VideosOf, options?: { signal: AbortSignal }): Promise<StaleVideos> {
  const { records, id } = choose(of)
  const page = await records.renders(id, { stale: true, limit: MOST, total: true }, options)
  return { total: page.total ?? page.items.length, renders: page.items }
}

/** Makes them again, and says so. */
export async function makeAgain(of: VideosOf): Promise<void> {
  const { records, id } = choose(of)
  const { batchId, renders } = await records.rebuild(id)
  if (batchId === null) return showToast('Everything is up to date')
  const isOne = renders.length === 1
  showToast(`${formatCount(renders.length, 'video')} ${isOne ? 'is' : 'are'} being made again`)
}

/** Offers that wherever people are on the page, as soon as a change has made videos out of date. */
export async function offerRebuild(of: VideosOf, canWrite: boolean, onMade: () => void): Promise<void> {
  const { total } = await readStale(of)
  if (total === 0 || !canWrite) return
  const label = total === 1 ? 'Make it again' : 'Make them again'
  showToast(`${countStale(total)} now`, { label, onPress: () => makeAgain(of).then(onMade) })
}

function choose(of: VideosOf) {
  return 'mediaId' in of
    ? { records: songreel.media, id: of.mediaId }
    : { records: songreel.mediaBundles, id: of.mediaBundleId }
}
