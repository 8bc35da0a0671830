import { useRef } from 'preact/hooks'
import './player.css'

const FRAME_SECS = 1 / 30

type Props = { src: string; poster?: string; label: string; ratio: string }

/** A video: its poster first, loaded when it is played. `,` and `.` go one frame back and on. */
export function Player({ src, poster, label, ratio }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === '.' ? FRAME_SECS : event.key === ',' ? -FRAME_SECS : 0
    if (step === 0 || !video.current) return
    event.preventDefault()
    video.current.pause()
    video.current.currentTime += step
  }
  return (
    <div class="player">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are a file of their own, offered beside it. */}
      <video
        ref={video}
        src={src}
        poster={poster}
        aria-label={label}
        style={{ aspectRatio: ratio.replace('x', ' / ') }}
        controls
        playsInline
        preload="none"
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
