import { formatBytes } from '@songreel/contract/format-bytes'
import { useRef, useState } from 'preact/hooks'
import { Arrow } from './arrow.tsx'
import { formatTime, nameShape, type SharedVideo } from './shared.ts'

/** What browsers play; anything else is for editing programs, and is only downloaded. */
const PLAYED = new Set(['video/mp4', 'video/webm'])

/** One video: its poster, then the video itself, and below it what it is and how to get it. */
export function VideoCard({ video }: { video: SharedVideo }) {
  const { song, ratio, secs, bytes, srt, vtt } = video
  const [width = 1, height = 1] = ratio.split('x').map(Number)
  const shape = nameShape(ratio)
  const facts = [ratio.replace('x', ':'), secs && formatTime(secs), bytes && formatBytes(bytes)]
  return (
    <li class="share-video" style={{ '--ratio': `${width / height}` }}>
      <Picture video={video} label={`${song}, ${shape.toLowerCase()}`} />
      <div class="share-facts">
        <p>
          <strong>{shape}</strong> <span class="soft small figures">{facts.filter(Boolean).join(' · ')}</span>
        </p>
        <a
          class="share-save"
          href={`${video.video}?download=1`}
          download
          aria-label={`Download ${song}, ${shape.toLowerCase()} ${ratio}`}
        >
          <Arrow /> Download
        </a>
        {srt && vtt && (
          <p class="small soft share-captions">
            Captions: <a href={`${srt}?download=1`}>SRT</a> <a href={`${vtt}?download=1`}>WebVTT</a>
          </p>
        )}
      </div>
    </li>
  )
}

function Picture({ video: { type, video, poster, vtt }, label }: { video: SharedVideo; label: string }) {
  const element = useRef<HTMLVideoElement>(null)
  const [isStarted, setStarted] = useState(false)
  if (type.startsWith('image/'))
    return <img class="share-picture" src={video} alt={label} loading="lazy" decoding="async" />
  if (!PLAYED.has(type)) return <img class="share-picture" src={poster} alt={label} loading="lazy" />
  const play = () => element.current?.play().catch(() => {})
  return (
    <div class="share-picture">
      {/* biome-ignore lint/a11y/useMediaCaption: videos with lyrics have a track; the others have no words. */}
      <video
        ref={element}
        src={video}
        poster={poster}
        aria-label={label}
        controls={isStarted}
        playsInline
        preload="none"
        onPlay={() => {
          setStarted(true)
          pauseOthers(element.current)
        }}
      >
        {vtt && <track kind="captions" src={vtt} srclang="und" label="Lyrics" />}
      </video>
      {!isStarted && (
        <button type="button" class="share-play" aria-label={`Play ${label}`} onClick={play}>
          <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
            <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
          </svg>
        </button>
      )}
    </div>
  )
}

/** One is heard at a time. */
function pauseOthers(playing: HTMLVideoElement | null): void {
  for (const other of document.querySelectorAll('video')) if (other !== playing) other.pause()
}
