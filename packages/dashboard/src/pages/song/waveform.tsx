import { effect } from '@preact/signals'
import type { Analysis } from '@songreel/sdk'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Peaks, placePart } from '../../catalogue/peaks.tsx'
import { formatLength } from '../../format/format.ts'
import type { Sound } from './use-sound.ts'

const STEP_SECS = 5

type Props = { analysis: Analysis; sound: Sound | undefined }

/** A song at a glance: sections above, the waveform with its proposed hooks, bars and beats below. A click goes there. */
export function Waveform({ analysis, sound }: Props) {
  const { durationSecs, sections } = analysis
  const grid = useMemo(() => drawBeats(analysis), [analysis])
  return (
    <div class="wave">
      <ol class="wave-sections" aria-label="Sections">
        {sections.map(({ startSecs, endSecs, label, energy }) => (
          <li
            key={startSecs}
            style={{ ...placePart(startSecs, endSecs, durationSecs), '--energy': energy }}
            title={`${label}: ${formatLength(startSecs)} to ${formatLength(endSecs)}`}
          >
            {label}
          </li>
        ))}
      </ol>
      <Slider analysis={analysis} sound={sound} />
      <svg
        class="wave-beats"
        viewBox={`0 0 ${durationSecs} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={grid.beats} />
        <path class="is-bar" d={grid.bars} />
      </svg>
    </div>
  )
}

function Slider({ analysis, sound }: Props) {
  const { durationSecs, peaks, excerpts } = analysis
  const slider = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = slider
    // Written past the components: it changes with every frame.
    if (current && sound) return effect(() => showPosition(current, sound.secs.value, durationSecs))
  }, [sound, durationSecs])
  const point = (event: PointerEvent) => {
    const { left = 0, width = 1 } = slider.current?.getBoundingClientRect() ?? {}
    sound?.seek(((event.clientX - left) / width) * durationSecs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: STEP_SECS, ArrowLeft: -STEP_SECS }[event.key]
    if (step === undefined && event.key !== ' ') return
    event.preventDefault()
    if (step === undefined) sound?.toggle()
    else sound?.seek(Math.min(durationSecs, sound.secs.value + step))
  }
  return (
    <div
      ref={slider}
      class="wave-slider"
      role="slider"
      tabIndex={0}
      aria-label="Position in the song"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSecs)}
      aria-valuenow={0}
      onPointerDown={point}
      onKeyDown={onKeyDown}
    >
      {excerpts.map(({ startSecs, endSecs }) => (
        <span key={startSecs} class="wave-hook" style={placePart(startSecs, endSecs, durationSecs)} />
      ))}
      <Peaks peaks={peaks} />
      <div class="wave-played">
        <Peaks peaks={peaks} />
      </div>
      <span class="wave-cursor" />
    </div>
  )
}

function showPosition(slider: HTMLElement, at: number, durationSecs: number): void {
  const secs = Math.min(at, durationSecs)
  slider.style.setProperty('--at', `${(secs / durationSecs) * 100}%`)
  slider.setAttribute('aria-valuenow', secs.toFixed(1))
  slider.setAttribute('aria-valuetext', formatLength(secs))
}

function drawBeats({ beats, bars }: Analysis): { beats: string; bars: string } {
  return {
    beats: beats.map((secs) => `M${secs} 0v4`).join(''),
    bars: bars.map((secs) => `M${secs} 0v10`).join(''),
  }
}
