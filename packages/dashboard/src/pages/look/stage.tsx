import type { LookDrawing } from '@songreel/sdk'
import { useRef, useState } from 'preact/hooks'
import { describeLayer } from './layer-kinds.ts'
import { getAt, type LookDraft, type LookLayer } from './look-draft.ts'

type Outline = LookDrawing['layers'][number]
type Box = Outline['box']
/** Pixels of a short side of 1080. */
type By = { x: number; y: number }

type Props = {
  look: LookDraft
  shape: string
  drawing: LookDrawing | undefined
  isWaiting: boolean
  isLarge: boolean
  clip: string | undefined
  chosen: string
  hidden: ReadonlySet<string>
  onLook(): void
  onChoose(path: string): void
  onMove(outline: Outline, by: By, isExact: boolean): void
}

const STEP = 10
const ARROWS: Record<string, By> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The engine's picture in one shape, with the boxes of the layers over it, which can be moved. */
export function LookStage(props: Props) {
  const { look, shape, drawing, isWaiting, isLarge, clip, onLook } = props
  const title = String(look.title ?? 'The look')
  return (
    <figure class={isLarge ? 'look-stage is-large' : 'look-stage'} aria-busy={isWaiting}>
      <div class="look-frame" style={{ '--ratio': shape.replace('x', ' / ') }}>
        {clip ? (
          // biome-ignore lint/a11y/useMediaCaption: a few seconds of music.
          <video src={clip} controls autoplay loop playsInline aria-label={`${title}, moving`} />
        ) : (
          drawing && (
            <img class={isWaiting ? 'is-old' : undefined} src={drawing.image} alt={`${title} in ${shape}`} />
          )
        )}
        {drawing && !clip && <Boxes {...props} drawing={drawing} />}
      </div>
      <figcaption>
        <button type="button" class="button is-small is-plain" aria-pressed={isLarge} onClick={onLook}>
          {shape}
        </button>
      </figcaption>
    </figure>
  )
}

function Boxes({ drawing, look, shape, chosen, hidden, onChoose, onMove }: Props & { drawing: LookDrawing }) {
  const { layers, frame } = drawing
  const movable = layers
    .filter(({ path, room, box }) => room && box.width > 0 && box.height > 0 && !hidden.has(path))
    // Small ones lie over large ones, so that each can be reached.
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  const fixed = layers.find(({ path, room }) => path === chosen && !room)
  return (
    <div class="look-boxes">
      {movable.map((outline) => (
        <MovableBox
          key={outline.path}
          {...{ outline, frame, shape }}
          layer={getAt(look, outline.path) as LookLayer | undefined}
          isChosen={outline.path === chosen}
          onChoose={() => onChoose(outline.path)}
          onMove={(by, isExact) => onMove(outline, by, isExact)}
        />
      ))}
      {fixed && <span class="look-box is-fixed" style={toStyle(fixed.ink ?? fixed.box, frame)} />}
    </div>
  )
}

type MovableProps = {
  outline: Outline
  frame: LookDrawing['frame']
  shape: string
  layer: LookLayer | undefined
  isChosen: boolean
  onChoose(): void
  onMove(by: By, isExact: boolean): void
}

function MovableBox({ outline, frame, shape, layer, isChosen, onChoose, onMove }: MovableProps) {
  const start = useRef<By>()
  const [by, setBy] = useState<By>()
  const measure = (event: PointerEvent): By => {
    const { width = 1 } = (event.currentTarget as Element).parentElement?.getBoundingClientRect() ?? {}
    const unit = frame.width / width
    const from = start.current ?? { x: event.clientX, y: event.clientY }
    return { x: (event.clientX - from.x) * unit, y: (event.clientY - from.y) * unit }
  }
  const end = (event: PointerEvent) => {
    if (!start.current) return
    const moved = measure(event)
    start.current = undefined
    setBy(undefined)
    if (Math.hypot(moved.x, moved.y) > 3) onMove(moved, false)
  }
  if (!layer) return null
  return (
    <button
      type="button"
      class={isChosen ? 'look-box is-chosen' : 'look-box'}
      aria-label={`Move ${describeLayer(layer).name} in ${shape}`}
      aria-pressed={isChosen}
      style={{
        ...toStyle(outline.ink ?? outline.box, frame),
        ...(by && {
          translate: `${(by.x / (outline.ink ?? outline.box).width) * 100}% ${(by.y / (outline.ink ?? outline.box).height) * 100}%`,
        }),
      }}
      onClick={onChoose}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, y: event.clientY }
        onChoose()
      }}
      onPointerMove={(event) => start.current && setBy(measure(event))}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = undefined
        setBy(undefined)
      }}
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key]
        if (!arrow || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const px = event.shiftKey ? 1 : STEP
        onChoose()
        onMove({ x: arrow.x * px, y: arrow.y * px }, true)
      }}
    />
  )
}

function toStyle(box: Box, frame: LookDrawing['frame']) {
  const share = (px: number, whole: number) => `${(px / whole) * 100}%`
  return {
    left: share(box.x, frame.width),
    top: share(box.y, frame.height),
    width: share(box.width, frame.width),
    height: share(box.height, frame.height),
  }
}
