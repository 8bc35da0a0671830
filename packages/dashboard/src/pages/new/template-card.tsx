import type { Content } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { songreel, toOwnUrl } from '../../client.ts'
import { chooseShapes } from './compose-batch.ts'
import { takeTurn } from './preview-turns.ts'
import { song } from './song-state.ts'

const CLIP_SECS = 3

type Props = {
  template: Content
  shape: string
  /** What it can't do without. */
  data: Record<string, unknown>
  isChosen: boolean
  /** What the song lacks for it. */
  missing?: string
  /** Which songs it is not made for, and why. */
  note?: string
  onToggle(): void
}

/** A template with the person's own song: a picture first, and then it moves. */
export function TemplateCard({ template, shape, data, isChosen, missing, note, onToggle }: Props) {
  const card = useRef<HTMLLIElement>(null)
  const isSeen = useIsSeen(card)
  const [shown = shape] = chooseShapes(template, [shape])
  const { still, clip, problem } = useOwnPreview({
    template,
    aspectRatio: shown,
    data,
    isWanted: isSeen && !missing,
  })
  return (
    <li ref={card}>
      <button
        type="button"
        class="template-card"
        aria-pressed={isChosen}
        disabled={missing !== undefined && !isChosen}
        onClick={onToggle}
        data-move
      >
        <span class="template-picture" style={{ aspectRatio: shape.replace('x', ' / ') }}>
          {clip ? (
            <video src={clip} muted autoplay loop playsInline />
          ) : (
            <img
              // Somebody else's cover, and quiet, until there is one's own.
              class={still ? undefined : 'is-example'}
              src={still ?? toOwnUrl(template.previewImageUrl)}
              alt=""
              loading="lazy"
              decoding="async"
            />
          )}
        </span>
        <span class="template-words">
          <strong>{template.name}</strong>
          <span class="soft small">{missing ?? problem ?? template.description}</span>
          {note && <span class="small template-note">{note}</span>}
        </span>
      </button>
    </li>
  )
}

type OwnPreview = { still?: string; clip?: string; problem?: string }

/** Kept while the page is open: going back and forth must not draw the same again. */
const kept = new Map<string, OwnPreview>()

type Wish = { template: Content; aspectRatio: string; data: Record<string, unknown>; isWanted: boolean }

function useOwnPreview({ template: { contentId }, aspectRatio, data, isWanted }: Wish): OwnPreview {
  const mediaId = song.value.media?.mediaId
  const assets = JSON.stringify([song.value.media?.audioAssets, song.value.media?.imageAssetId])
  const key = [contentId, aspectRatio, mediaId, song.value.media?.name, assets].join(' ')
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!mediaId || !isWanted) return
    const ended = new AbortController()
    const { signal } = ended
    const videoSettings = { aspectRatio, outputQuality: 'PREVIEW' as const }
    const input = { mediaId, requiredData: data, videoSettings }
    const add = (found: OwnPreview) => {
      kept.set(key, { ...kept.get(key), ...found })
      redraw((count) => count + 1)
    }
    const draw = (name: 'still' | 'clip', clip?: number) =>
      takeTurn(signal, async () => {
        if (kept.get(key)?.[name] || kept.get(key)?.problem) return
        const blob = await songreel.contents.preview(contentId, input, { signal, clip })
        add({ [name]: URL.createObjectURL(blob) })
      })
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    draw('still')
      .then(() => (isStill ? undefined : draw('clip', CLIP_SECS)))
      .catch((error: unknown) => {
        if (!signal.aborted) add({ problem: error instanceof Error ? error.message : String(error) })
      })
    return () => ended.abort()
  }, [key, isWanted])
  return kept.get(key) ?? {}
}

function useIsSeen(element: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return isSeen
}
