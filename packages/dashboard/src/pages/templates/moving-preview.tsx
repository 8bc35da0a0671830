import type { Content } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { toOwnUrl } from '../../client.ts'
import { listShapes } from '../../format/describe-template.ts'
import { isMoving, takeLoad } from './moving.ts'

const TRIES = 6
const AGAIN_MS = 3000

/** A template as it looks: a picture at once, and the moving one as soon as it is in view and made. */
export function MovingPreview({ template, shape }: { template: Content; shape: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(frame)
  const wantsVideo = isSeen && isMoving.value
  return (
    <div ref={frame} class="template-frame" style={{ '--ratio': toNumber(shape) }}>
      <img src={toOwnUrl(template.previewImageUrl)} alt="" loading="lazy" decoding="async" />
      {wantsVideo && <Loop key={shape} url={nameVideo(template, shape)} />}
    </div>
  )
}

/** Silent and endless. A first one is made by the server while it is asked for, so it may come late, or be refused for now. */
function Loop({ url }: { url: string }) {
  const [src, setSrc] = useState<string>()
  const [tries, setTries] = useState(1)
  const [isHere, setHere] = useState(false)
  const done = useRef(() => {})
  useEffect(() => {
    let isGone = false
    takeLoad().then((leave) => {
      done.current = leave
      if (isGone) leave()
      else setSrc(tries === 1 ? url : `${url}${url.includes('?') ? '&' : '?'}try=${tries}`)
    })
    return () => {
      isGone = true
      done.current()
    }
  }, [url, tries])
  const fail = () => {
    done.current()
    setSrc(undefined)
    if (tries < TRIES) setTimeout(() => setTries(tries + 1), AGAIN_MS)
  }
  const show = () => {
    done.current()
    setHere(true)
  }
  if (!src) return null
  return (
    <video
      class={isHere ? 'is-here' : undefined}
      src={src}
      muted
      loop
      autoplay
      playsInline
      onLoadedData={show}
      onError={fail}
    />
  )
}

/** Whether an element is on the screen. */
function useIsSeen(element: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      threshold: 0.25,
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return isSeen
}

/** 9x16 as a number, for sums in CSS. */
function toNumber(shape: string): number {
  const [width = 1, height = 1] = shape.split('x').map(Number)
  return width / height
}

function nameVideo(template: Content, shape: string): string {
  const url = toOwnUrl(template.previewVideoUrl)
  // A look of one's own has a signed address.
  const more = url.includes('?') ? '&' : '?'
  return shape === listShapes(template)[0] ? url : `${url}${more}aspectRatio=${shape}`
}
