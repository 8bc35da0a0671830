import type { Content, PreviewInput } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel, toOwnUrl } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { describeError } from '../../parts/toast.tsx'
import { formatLength } from '../../words/format.ts'
import { composeSettings } from './compose-batch.ts'
import { draft, type Look } from './draft.ts'
import { song } from './save-song.ts'

const TYPING_MS = 120
const CLIP_SECS = 5
const FIRST_SECS = 3
const USUAL_SECS = 15

type Props = { content: Content; look: Look; shape: string }

/** The engine's own picture: a still after every change, or a few seconds with sound. */
export function Stage({ content, look, shape }: Props) {
  const [atSecs, setAtSecs] = useState(FIRST_SECS)
  const lengthSecs = draft.value.range ? draft.value.range.end - draft.value.range.start : USUAL_SECS
  const input: PreviewInput = {
    mediaId: song.value.media?.mediaId,
    requiredData: look.requiredData,
    videoSettings: { ...composeSettings(draft.value, content, shape), outputQuality: 'PREVIEW' },
    atSecs: Math.min(atSecs, Math.max(0, lengthSecs - 0.1)),
  }
  const { url, isDrawing, problem } = useStill(content.contentId, input)
  const [clip, play] = useClip(content.contentId, input)
  return (
    <section class="new-stage" aria-label="Preview" aria-busy={isDrawing}>
      <div class="new-frame" style={{ aspectRatio: shape.replace('x', ' / ') }}>
        {clip ? (
          // biome-ignore lint/a11y/useMediaCaption: a few seconds of music.
          <video src={clip} controls autoplay loop playsInline aria-label={`${content.name}, moving`} />
        ) : (
          <img
            class={isDrawing ? 'is-old' : undefined}
            src={url ?? toOwnUrl(content.previewImageUrl)}
            alt={`${content.name} at ${formatLength(atSecs)}`}
          />
        )}
      </div>
      <div class="new-scrub">
        <input
          type="range"
          aria-label="Moment of the video"
          aria-valuetext={formatLength(atSecs)}
          min={0}
          max={Math.max(1, lengthSecs)}
          step={0.1}
          value={atSecs}
          onInput={({ currentTarget }) => setAtSecs(currentTarget.valueAsNumber)}
        />
        <output class="small soft">{formatLength(atSecs)}</output>
        <Button isSmall onPress={play}>
          Play {CLIP_SECS} s
        </Button>
      </div>
      <p class={problem ? 'small new-note is-bad' : 'small soft'} role="status">
        {problem ?? (isDrawing ? 'Drawing…' : 'Drawn by the engine that makes the videos.')}
      </p>
    </section>
  )
}

/** The latest still. A change while one is drawn gives that one up, on the server too. */
function useStill(contentId: string, input: PreviewInput) {
  const [shown, setShown] = useState<{ url?: string; problem?: string }>({})
  const [isDrawing, setDrawing] = useState(false)
  const isFirst = useRef(true)
  const key = JSON.stringify([contentId, input])
  useEffect(() => {
    if (!input.mediaId) return
    const ended = new AbortController()
    const draw = async () => {
      try {
        const blob = await songreel.contents.preview(contentId, input, { signal: ended.signal })
        setShown({ url: URL.createObjectURL(blob) })
      } catch (error) {
        if (ended.signal.aborted) return
        setShown(({ url }) => ({ url, problem: describeError(error) }))
      }
      setDrawing(false)
    }
    setDrawing(true)
    const timer = setTimeout(draw, isFirst.current ? 0 : TYPING_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  useEffect(() => () => void (shown.url && URL.revokeObjectURL(shown.url)), [shown.url])
  return { ...shown, isDrawing }
}

/** A few seconds of it, on demand; gone with the next change. */
function useClip(
  contentId: string,
  input: PreviewInput,
): [clip: string | undefined, play: () => Promise<void>] {
  const [clip, setClip] = useState<string>()
  const key = JSON.stringify([contentId, input])
  useEffect(() => setClip(undefined), [key])
  useEffect(() => () => void (clip && URL.revokeObjectURL(clip)), [clip])
  const play = async () => {
    const blob = await songreel.contents.preview(contentId, input, { clip: CLIP_SECS })
    setClip(URL.createObjectURL(blob))
  }
  return [clip, play]
}
