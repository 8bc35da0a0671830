import { ApiError, type Content } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel, toOwnUrl } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { describeError } from '../../parts/toast.tsx'
import { formatLength } from '../../words/format.ts'
import type { PlaygroundOrder } from './describe-request.ts'

const TYPING_MS = 250
const CLIP_SECS = 5
const LONGEST_SECS = 15
const FIRST_SECS = 3

type Props = {
  content: Content
  order: PlaygroundOrder
  /** What is wrong with which field of the data; empty as soon as nothing is. */
  onErrors(errors: Record<string, string>): void
}

/** The engine's own picture of the order: a still shortly after every change, or a few seconds with sound. */
export function Stage({ content, order, onErrors }: Props) {
  const [atSecs, setAtSecs] = useState(FIRST_SECS)
  const { url, isDrawing, error } = useStill(order, atSecs, onErrors)
  const [clip, setClip] = useState<string>()
  const key = JSON.stringify(order)
  useEffect(() => setClip(undefined), [key, atSecs])
  useEffect(() => () => void (clip && URL.revokeObjectURL(clip)), [clip])
  const play = async () => {
    const blob = await songreel.contents.preview(
      order.contentId,
      { ...toInput(order), atSecs },
      { clip: CLIP_SECS },
    )
    setClip(URL.createObjectURL(blob))
  }
  const ratio = { aspectRatio: order.shape.replace('x', ' / ') }
  return (
    <section class="stage" aria-label="Preview" aria-busy={isDrawing}>
      <div class="stage-frame" style={ratio}>
        {clip ? (
          // biome-ignore lint/a11y/useMediaCaption: a few seconds of music.
          <video src={clip} controls autoplay loop playsInline aria-label={`${content.name}, moving`} />
        ) : (
          <img
            src={url ?? toOwnUrl(content.previewImageUrl)}
            class={isDrawing ? 'is-old' : undefined}
            alt={`${content.name} at ${formatLength(atSecs)}`}
          />
        )}
      </div>
      <p class="stage-note small" role="status">
        {error ?? (isDrawing ? 'Drawing…' : '')}
      </p>
      <div class="stage-tools">
        <Field label={`Moment: ${formatLength(atSecs)}`}>
          {(box) => (
            <input
              {...box}
              type="range"
              min={0}
              max={LONGEST_SECS}
              step={0.1}
              value={atSecs}
              onInput={({ currentTarget }) => setAtSecs(currentTarget.valueAsNumber)}
            />
          )}
        </Field>
        <Button onPress={play}>Play {CLIP_SECS} s</Button>
      </div>
    </section>
  )
}

/** The latest still; a change while one is drawn gives that one up. */
function useStill(order: PlaygroundOrder, atSecs: number, onErrors: Props['onErrors']) {
  const [url, setUrl] = useState<string>()
  const [isDrawing, setDrawing] = useState(true)
  const [error, setError] = useState<string>()
  const shown = useRef<string>()
  const key = JSON.stringify([order, atSecs])
  useEffect(() => {
    const given = new AbortController()
    const { signal } = given
    setDrawing(true)
    const draw = async () => {
      const input = { ...toInput(order), atSecs }
      const blob = await songreel.contents.preview(order.contentId, input, { signal })
      if (signal.aborted) return
      if (shown.current) URL.revokeObjectURL(shown.current)
      shown.current = URL.createObjectURL(blob)
      setUrl(shown.current)
      setDrawing(false)
      setError(undefined)
      onErrors({})
    }
    const fail = (cause: unknown) => {
      if (signal.aborted) return
      setDrawing(false)
      setError(describeError(cause))
      onErrors(readErrors(cause))
    }
    const timer = setTimeout(() => draw().catch(fail), TYPING_MS)
    return () => {
      clearTimeout(timer)
      given.abort()
    }
  }, [key])
  useEffect(() => () => void (shown.current && URL.revokeObjectURL(shown.current)), [])
  return { url, isDrawing, error }
}

function toInput({ requiredData, shape, mediaId }: PlaygroundOrder) {
  return { requiredData, ...(mediaId && { mediaId }), videoSettings: { aspectRatio: shape } }
}

function readErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const found = error.details.map(({ field, message }) => [field.replace('requiredData.', ''), message])
  return Object.fromEntries(found)
}
