import { formatBytes } from '@songreel/contract/format-bytes'
import { useEffect } from 'preact/hooks'
import { takeAccent } from '../components/take-accent.ts'
import { formatCount } from '../format/format.ts'
import { Arrow } from './arrow.tsx'
import { formatDay, groupBySong, type Shared } from './shared.ts'
import { VideoCard } from './video-card.tsx'

/** Some videos to watch and download, by song: no menus, no ids, nothing to learn. */
export function SharePage({ shared }: { shared: Shared }) {
  const { title, by, endsAt, archive, videos, pending } = shared
  const songs = groupBySong(videos)
  const bytes = videos.reduce((sum, video) => sum + (video.bytes ?? 0), 0)
  const isOneSong = songs.length === 1
  useEffect(() => {
    const poster = videos.find((video) => video.poster)?.poster
    // Without a picture the accent stays as it is.
    if (poster) takeAccent(poster).catch(() => {})
  }, [])
  return (
    <>
      <header class="share-head">
        <div class="share-words">
          <p class="share-by">{by}</p>
          <h1>{title}</h1>
          <p class="soft figures">
            {formatCount(videos.length, 'video')} · open until{' '}
            <time dateTime={endsAt}>{formatDay(endsAt)}</time>
          </p>
        </div>
        {videos.length > 1 && (
          <a class="share-all" href={archive} download>
            <Arrow /> Download all <span class="figures">{formatBytes(bytes)}</span>
          </a>
        )}
      </header>
      <main class="share-songs">
        {songs.map(({ song, artist, videos: own }) => (
          <section key={artist + song} aria-label={`${song}, ${artist}`}>
            {!isOneSong && (
              <h2>
                <bdi>{song}</bdi> <bdi class="soft">{artist}</bdi>
              </h2>
            )}
            <ul class={own.length === 1 && isOneSong ? 'share-videos is-alone' : 'share-videos'}>
              {own.map((video) => (
                <VideoCard key={video.video} video={video} />
              ))}
            </ul>
          </section>
        ))}
        {videos.length === 0 && (
          <div class="closed">
            <h2>{pending > 0 ? 'The videos are being made' : 'The videos are not there any more'}</h2>
            <p class="soft">
              {pending > 0
                ? 'Load the page again in a few minutes.'
                : 'Ask whoever sent you this link for a new one.'}
            </p>
          </div>
        )}
        {videos.length > 0 && pending > 0 && (
          <p class="soft" role="status">
            {formatCount(pending, 'more video')} {pending === 1 ? 'is' : 'are'} being made. Load the page
            again later.
          </p>
        )}
      </main>
      <footer class="share-foot soft small">
        Only people with this link can see the page. Search engines do not list it.
      </footer>
    </>
  )
}
