import { useEffect } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Toasts } from '../components/toast.tsx'
import { redraw } from './drawing.ts'
import { scrubTo, togglePlay } from './playing.ts'
import { Side } from './side.tsx'
import './studio.css'
import { redrawAll } from './drawing.ts'
import {
  atSecs,
  excerpt,
  fault,
  findFieldFault,
  isPlaying,
  LARGE,
  largeShape,
  pictures,
  shape,
  status,
  template,
} from './studio-state.ts'

/** A template of one's own in every shape, while it is being written. */
export function StudioPage() {
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div class="studio">
      <header>
        <h1>{template.value?.title ?? 'Studio'}</h1>
        {template.value && <code class="studio-id clip">{template.value.contentId}</code>}
        <output id="status" class="push" data-state={status.value.state}>
          {status.value.words}
        </output>
      </header>
      <main>
        <FaultPanel />
        <div class="studio-stage" style={{ '--ratio': toRatio(largeShape.value) }}>
          <img id="large" src={pictures.value[LARGE]} alt="The moment, in the chosen shape" />
        </div>
        <Transport />
        <Shapes />
      </main>
      <Side />
      <Toasts />
    </div>
  )
}

/** What the template did wrong, above the last good picture; what is wrong with a field stands there. */
function FaultPanel() {
  const shown = fault.value
  const isHidden = !shown || findFieldFault() !== undefined
  return (
    <section class="studio-fault" role="alert" hidden={isHidden}>
      {!isHidden && (
        <>
          <h2>{[shown?.place ?? 'The template failed', shown?.shape].filter(Boolean).join(' · ')}</h2>
          <pre>{shown?.message}</pre>
          <p class="soft">
            Below is the last picture that could be drawn. Save the file again, and this goes away.
          </p>
        </>
      )}
    </section>
  )
}

function Transport() {
  const { durationSecs, fps } = excerpt.value
  return (
    <div class="studio-transport">
      <Button loudness="main" onPress={togglePlay}>
        {isPlaying.value ? 'Pause' : 'Play'}
      </Button>
      <input
        id="at"
        type="range"
        min={0}
        max={durationSecs || 60}
        step={1 / fps}
        value={atSecs.value}
        aria-label="Moment of the video"
        onInput={({ currentTarget }) => scrubTo(currentTarget.valueAsNumber)}
        onChange={redrawAll}
      />
      <output class="soft">
        {formatClock(atSecs.value)} / {formatClock(durationSecs)}
      </output>
    </div>
  )
}

function Shapes() {
  const choose = (next: string) => {
    shape.value = next
    redraw(LARGE)
  }
  return (
    <nav id="shapes" class="studio-shapes" aria-label="Shapes">
      {template.value?.shapes.map((each) => (
        <button key={each} type="button" aria-pressed={each === shape.value} onClick={() => choose(each)}>
          <img src={pictures.value[each]} alt="" style={{ '--ratio': toRatio(each) }} />
          {each}
        </button>
      ))}
    </nav>
  )
}

/** The space bar plays, unless it means something where the focus is. */
function onKeyDown(event: KeyboardEvent): void {
  const { code, target } = event
  const isTaken =
    target instanceof Element && target.closest('input:not([type=range]), textarea, select, button')
  if (code !== 'Space' || isTaken) return
  event.preventDefault()
  void togglePlay()
}

function toRatio(shown: string): string {
  return shown.replace('x', ' / ')
}

function formatClock(secs: number): string {
  return `${Math.floor(secs / 60)}:${(secs % 60).toFixed(2).padStart(5, '0')}`
}
