import { ApiError, type Content, type PreviewInput } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel, toOwnUrl } from '../client.ts'
import { Button } from '../components/button.tsx'
import { describeError } from '../format/describe-error.ts'
import { formatLength } from '../format/format.ts'
import './stage.css'

const TYPING_MS = 120
/** How often, and how many times, a still is tried whose files are not all there. */
const FILE_MS = 2000
const FILE_LOOKS = 30
const CLIP_SECS = 5
const FIRST_SECS = 3
const USUAL_SECS = 15

type Props = {
  template: Content
  shape: string
  /** What is drawn; nothing as long as the song isn't there. */
  input: PreviewInput | undefined
  lengthSecs?: number
  /** Told what is wrong with which field of the data; empty as soon as nothing is. */
  onErrors(errors: Record<string, string>): void
}

/** The engine's own picture: a still after every change, or a few seconds with sound. */
export function Stage({ template, shape, input, lengthSecs = USUAL_SECS, onErrors }: Props) {
  const [wantedSecs, setWantedSecs] = useState(FIRST_SECS)
  const atSecs = Math.min(wantedSecs, Math.max(0, lengthSecs - 0.1))
  const moment = input && {
    ...input,
    videoSettings: { ...input.videoSettings, aspectRatio: shape, outputQuality: 'PREVIEW' as const },
    atSecs,
  }
  const { url, isDrawing, problem } = useStill(template.contentId, moment, onErrors)
  const [clip, play] = useClip(template.contentId, moment)
  return (
    <section class="stage" aria-label="Preview" aria-busy={isDrawing}>
      <div class="stage-frame" style={{ '--ratio': shape.replace('x', ' / ') }}>
        {clip ? (
          // biome-ignore lint/a11y/useMediaCaption: a few seconds of music.
          <video src={clip} controls autoplay loop playsInline aria-label={`${template.name}, moving`} />
        ) : (
          <img
            class={isDrawing ? 'is-old' : undefined}
            src={url ?? toOwnUrl(template.previewImageUrl)}
            alt={`${template.name} at ${formatLength(atSecs)}`}
          />
        )}
      </div>
      <div class="stage-tools">
        <input
          type="range"
          aria-label="Moment of the video"
          aria-valuetext={formatLength(atSecs)}
          min={0}
          max={Math.max(1, lengthSecs)}
          step={0.1}
          value={atSecs}
          onInput={({ currentTarget }) => setWantedSecs(currentTarget.valueAsNumber)}
        />
        <output class="small soft figures">{formatLength(atSecs)}</output>
        <Button isSmall disabled={!input} onPress={play}>
          Play {CLIP_SECS} s
        </Button>
      </div>
      <p class={problem ? 'stage-note is-bad' : 'stage-note'} role="status">
        {problem ?? (isDrawing ? 'Drawing…' : url && 'Drawn by the engine that makes the videos.')}
      </p>
    </section>
  )
}

/** The latest still. A change while one is drawn gives that one up, on the server too. */
function useStill(contentId: string, input: PreviewInput | undefined, onErrors: Props['onErrors']) {
  const [shown, setShown] = useState<{ url?: string; problem?: string }>({})
  const [isDrawing, setDrawing] = useState(false)
  const isFirst = useRef(true)
  const key = JSON.stringify([contentId, input])
  useEffect(() => {
    if (!input) return
    const ended = new AbortController()
    const { signal } = ended
    let timer: ReturnType<typeof setTimeout>
    const draw = async (looks: number) => {
      try {
        const blob = await songreel.contents.preview(contentId, input, { signal })
        if (signal.aborted) return
        setShown({ url: URL.createObjectURL(blob) })
        onErrors({})
      } catch (error) {
        if (signal.aborted) return
        setShown(({ url }) => ({ url, problem: describeError(error) }))
        onErrors(readErrors(error))
        if (lacksFile(error) && looks > 0) timer = setTimeout(draw, FILE_MS, looks - 1)
      }
      setDrawing(false)
    }
    setDrawing(true)
    timer = setTimeout(draw, isFirst.current ? 0 : TYPING_MS, FILE_LOOKS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  useEffect(() => () => void (shown.url && URL.revokeObjectURL(shown.url)), [shown.url])
  return { ...shown, isDrawing }
}

/** A file that was named a moment ago is on its way: then the still comes by itself. */
function lacksFile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'MEDIA_INCOMPLETE'
}

/** A few seconds of it, on demand; gone with the next change. */
function useClip(
  contentId: string,
  input: PreviewInput | undefined,
): [clip: string | undefined, play: () => Promise<void>] {
  const [clip, setClip] = useState<string>()
  const key = JSON.stringify([contentId, input])
  useEffect(() => setClip(undefined), [key])
  useEffect(() => () => void (clip && URL.revokeObjectURL(clip)), [clip])
  const play = async () => {
    if (!input) return
    const blob = await songreel.contents.preview(contentId, input, { clip: CLIP_SECS })
    setClip(URL.createObjectURL(blob))
  }
  return [clip, play]
}

function readErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.details.map(({ field, message }) => [field.replace('requiredData.', ''), message]),
  )
}
