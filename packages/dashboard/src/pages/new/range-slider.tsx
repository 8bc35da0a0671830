import type { Analysis } from '@songreel/sdk'
import { useRef } from 'preact/hooks'
import { Peaks, placePart } from '../../catalogue/peaks.tsx'
import { formatLength } from '../../format/format.ts'
import type { Range } from './draft.ts'
import { moveEdge, moveRange } from './move-range.ts'

type Props = { analysis: Analysis; range: Range; isSnapped: boolean; onChange(range: Range): void }
type Grip = 'start' | 'end' | 'both'

const STEP_SECS = 0.1
/** More bars than this would be a grey area. */
const MOST_BARS = 160
/** A section with less of the song has no room for its letter on a phone. */
const LEAST_NAMED = 0.04

/** The song with its sections and bars. The part is dragged, or moved by the arrow keys: by a bar, with Shift by a tenth of a second. */
export function RangeSlider({ analysis, range, isSnapped, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { durationSecs, sections, bars, peaks } = analysis
  const grid = isSnapped ? bars : []
  const percent = (secs: number) => `${(secs / durationSecs) * 100}%`
  const move = (grip: Grip, from: Range, bySecs: number, snapTo = grid) =>
    onChange(
      grip === 'both'
        ? moveRange(from, bySecs, { durationSecs, grid: snapTo })
        : moveEdge(from, grip, from[grip] + bySecs, { durationSecs, grid: snapTo }),
    )
  const drag = (grip: Grip) => (event: PointerEvent) => {
    const { currentTarget, clientX } = event
    if (!(currentTarget instanceof HTMLElement) || !box.current) return
    event.preventDefault()
    event.stopPropagation()
    currentTarget.focus()
    currentTarget.setPointerCapture(event.pointerId)
    const secsPerPx = durationSecs / box.current.clientWidth
    currentTarget.onpointermove = (moved) => move(grip, range, (moved.clientX - clientX) * secsPerPx)
    currentTarget.onlostpointercapture = () => {
      currentTarget.onpointermove = null
    }
  }
  const onKeyDown = (grip: Grip) => (event: KeyboardEvent) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (way === 0) return
    event.preventDefault()
    const isFine = event.shiftKey || grid.length < 2
    const [first = 0, second = 0] = bars
    move(grip, range, way * (isFine ? STEP_SECS : second - first), isFine ? [] : grid)
  }
  const handle = (grip: Grip, label: string) => ({
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': Math.round(durationSecs),
    'aria-valuenow': Math.round(range[grip === 'end' ? 'end' : 'start'] * 10) / 10,
    'aria-valuetext': formatLength(range[grip === 'end' ? 'end' : 'start']),
    onPointerDown: drag(grip),
    onKeyDown: onKeyDown(grip),
  })
  return (
    <div class="excerpt-wave" ref={box}>
      <Peaks peaks={peaks} />
      {bars.length <= MOST_BARS &&
        bars.map((secs) => <i key={secs} class="excerpt-bar" style={{ left: percent(secs) }} />)}
      <div class="excerpt-sections" aria-hidden="true">
        {sections.map(({ startSecs, endSecs, label }) => (
          <span key={startSecs} style={placePart(startSecs, endSecs, durationSecs)}>
            {(endSecs - startSecs) / durationSecs >= LEAST_NAMED ? label : ''}
          </span>
        ))}
      </div>
      <div
        {...handle('both', 'Part of the song')}
        class="excerpt-range"
        style={placePart(range.start, range.end, durationSecs)}
      />
      <div {...handle('start', 'Start')} class="excerpt-grip" style={{ left: percent(range.start) }} />
      <div {...handle('end', 'End')} class="excerpt-grip is-end" style={{ left: percent(range.end) }} />
    </div>
  )
}
