import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { useRef, useState } from 'preact/hooks'
import { toOwnUrl } from '../../client.ts'
import { findTitle } from '../../data/names.ts'
import '../../components/status-pill.css'
import { nameVideo } from '../../data/templates.ts'
import { describeReasons } from '../../format/stale-words.ts'

const PREVIEW_SECS = 3

type Props = {
  batch: BatchRecord
  render: BatchRender
  /** Why it is out of date, where it is. */
  staleReasons?: readonly string[] | undefined
}

/** A finished video: its poster, which plays for three seconds without sound while it is pointed at. */
export function PosterLink({ batch, render, staleReasons }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const title = findTitle(batch, render)
  const start = () => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    setPlaying(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPlaying(false), PREVIEW_SECS * 1000)
  }
  const stop = () => {
    clearTimeout(timer.current)
    setPlaying(false)
  }
  const ratio = { aspectRatio: render.aspectRatio.replace('x', ' / ') }
  return (
    <a
      class="poster"
      href={`/batches/${batch.batchId}?render=${render.renderId}`}
      onMouseEnter={start}
      onMouseLeave={stop}
      onFocus={start}
      onBlur={stop}
    >
      {isPlaying && render.renderUrl ? (
        <video src={toOwnUrl(render.renderUrl)} style={ratio} muted autoplay playsInline />
      ) : (
        <img src={render.posterUrl && toOwnUrl(render.posterUrl)} style={ratio} alt="" loading="lazy" />
      )}
      <span class="clip">
        <bdi>{title}</bdi>
      </span>
      <span class="soft small">
        {render.aspectRatio} · {nameVideo(render)}
      </span>
      {staleReasons && (
        <span class="poster-stale">
          <span class="pill is-warn">Out of date</span>
          <span class="soft small">{describeReasons(staleReasons)}</span>
        </span>
      )}
    </a>
  )
}
