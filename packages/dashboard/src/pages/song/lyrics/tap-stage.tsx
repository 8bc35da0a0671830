import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../components/button.tsx'
import { formatLength } from '../../../format/format.ts'
import type { Sound } from '../use-sound.ts'
import { delayMs } from './delay.ts'
import { DelayDialog } from './delay-dialog.tsx'
import { TapLines } from './tap-lines.tsx'
import {
  beginPiece,
  countTimed,
  endPiece,
  findLine,
  goToLine,
  listPieces,
  nudgeLine,
  type Timing,
} from './timed-lyrics.ts'

const NUDGE_SECS = 0.05
const STEP_SECS = 2
const LEAD_SECS = 2
const HALF = 0.5

const KEYS: [keys: string[], meaning: string][] = [
  [['space'], 'tap; hold for as long as it is sung'],
  [['⌫'], 'undo'],
  [['p'], 'play or pause'],
  [['h'], 'half speed'],
  [['←', '→'], '2 s back or on'],
  [['↑', '↓'], 'another line'],
  [['[', ']'], 'nudge that line by 50 ms'],
]

type Props = {
  start: Timing
  sound: Sound
  onChange(timing: Timing): void
  onSave(timing: Timing): Promise<void>
  onText(): void
  onClose(): void
}

/** Where lyrics are tapped along with the song: everything by keyboard, the big button for fingers. */
export function TapStage({ start, sound, onChange, onSave, onText, onClose }: Props) {
  const { timing, change, undo, canUndo } = useTiming(start)
  const [isMeasuring, setMeasuring] = useState(false)
  const pad = useRef<HTMLButtonElement>(null)
  const tap = useTap(timing, sound, change)
  const timed = countTimed(timing)
  const actions = listActions({ timing, sound, change, undo })
  const keys = readKeys(actions, tap, pad)
  // The pad keeps the focus, so that the space bar always taps.
  const act = (action: () => void) => {
    action()
    pad.current?.focus()
  }
  useEffect(() => {
    pad.current?.focus()
    return () => {
      sound.pause()
      sound.setRate(1)
    }
  }, [])
  useEffect(() => onChange(timing), [timing])
  const isDone = timing.next >= listPieces(timing).length
  return (
    <div class="tapper" {...(isMeasuring ? {} : keys)}>
      <div class="row">
        <Button loudness="main" onPress={() => act(sound.toggle)}>
          {sound.isPlaying.value ? '❚❚ Pause' : '▶ Play'}
        </Button>
        <output class="tap-clock" aria-live="off">
          {formatLength(sound.secs.value)}
        </output>
        <Button aria-pressed={sound.rate.value !== 1} onPress={() => act(actions.h)}>
          Half speed
        </Button>
        <Button disabled={!canUndo} onPress={() => act(undo)}>
          Undo
        </Button>
        <Button aria-label="Earlier by 50 ms" onPress={() => act(actions['['])}>
          −50 ms
        </Button>
        <Button aria-label="Later by 50 ms" onPress={() => act(actions[']'])}>
          +50 ms
        </Button>
        <Button onPress={() => setMeasuring(true)}>Delay {delayMs.value} ms</Button>
      </div>
      <TapLines
        timing={timing}
        current={findLine(timing, timing.next)}
        isDone={isDone}
        onChoose={(line) => act(() => actions.choose(line))}
      />
      <TapPad pad={pad} tap={tap} isDone={isDone} />
      <KeyList />
      <div class="row">
        <Button loudness="main" disabled={timed < timing.lines.length} onPress={() => onSave(timing)}>
          Save
        </Button>
        <Button onPress={onText}>Back to the text</Button>
        <Button loudness="plain" onPress={onClose}>
          Cancel
        </Button>
        <span class="push soft figures" role="status">
          {timed} of {timing.lines.length} lines timed
        </span>
      </div>
      {isMeasuring && <DelayDialog onClose={() => setMeasuring(false)} />}
    </div>
  )
}

type Tap = ReturnType<typeof useTap>
type Pad = { current: HTMLButtonElement | null }

function TapPad({ pad, tap, isDone }: { pad: Pad; tap: Tap; isDone: boolean }) {
  return (
    <button
      ref={pad}
      type="button"
      class={tap.isDown ? 'tap-pad is-down' : 'tap-pad'}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        tap.begin(event.timeStamp)
      }}
      onPointerUp={(event) => tap.end(event.timeStamp)}
    >
      {isDone ? 'All timed. Listen once, nudge what is off, save.' : 'Tap when the marked words begin'}
    </button>
  )
}

function KeyList() {
  return (
    <dl class="tap-keys small">
      {KEYS.map(([names, meaning]) => (
        <div key={meaning}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd class="soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

type Ground = { timing: Timing; sound: Sound; change(next: Timing): void; undo(): void }

/** What can be done besides tapping, by its key. */
function listActions({ timing, sound, change, undo }: Ground) {
  const current = findLine(timing, timing.next)
  // What was tapped last is what a nudge is for.
  const last = findLine(timing, Math.max(0, timing.next - 1))
  const choose = (line: number) => {
    const to = Math.min(timing.lines.length - 1, Math.max(0, line))
    const { startSecs, words } = timing.lines[to] ?? { words: [] }
    const atSecs = startSecs ?? words[0]?.startSecs
    change(goToLine(timing, to))
    if (atSecs !== undefined) sound.seek(atSecs - LEAD_SECS)
  }
  return {
    choose,
    Backspace: undo,
    p: sound.toggle,
    h: () => sound.setRate(sound.rate.value === 1 ? HALF : 1),
    ArrowLeft: () => sound.seek(sound.secs.value - STEP_SECS),
    ArrowRight: () => sound.seek(sound.secs.value + STEP_SECS),
    ArrowUp: () => choose(current - 1),
    ArrowDown: () => choose(current + 1),
    '[': () => change(nudgeLine(timing, last, -NUDGE_SECS)),
    ']': () => change(nudgeLine(timing, last, NUDGE_SECS)),
  }
}

/** The space bar taps while the pad has the focus; the other keys work everywhere in the editor. */
function readKeys({ choose: _, ...actions }: ReturnType<typeof listActions>, tap: Tap, pad: Pad) {
  const byKey = new Map<string, () => void>(Object.entries(actions))
  const isTap = (event: KeyboardEvent) => event.key === ' ' && event.target === pad.current
  return {
    onKeyDown(event: KeyboardEvent) {
      const action = byKey.get(event.key)
      if (event.ctrlKey || event.metaKey || event.altKey || !(action || isTap(event))) return
      event.preventDefault()
      event.stopPropagation()
      if (action) action()
      else if (!event.repeat) tap.begin(event.timeStamp)
    },
    onKeyUp(event: KeyboardEvent) {
      if (!isTap(event)) return
      event.preventDefault()
      tap.end(event.timeStamp)
    },
  }
}

/** The timing and what it was before each change. */
function useTiming(start: Timing) {
  const [states, setStates] = useState<Timing[]>([start])
  const timing = states.at(-1) ?? start
  return {
    timing,
    canUndo: states.length > 1,
    change: (next: Timing) => setStates((before) => [...before, next]),
    undo: () => setStates((before) => (before.length > 1 ? before.slice(0, -1) : before)),
  }
}

/** One tap from its beginning to its end; it counts as one change, so that one undo takes it back. */
function useTap(timing: Timing, sound: Sound, change: (next: Timing) => void) {
  const [begun, setBegun] = useState<Timing>()
  const locate = (timeStampMs: number) =>
    Math.max(0, sound.locate(timeStampMs) - (delayMs.value / 1000) * sound.rate.value)
  return {
    isDown: begun !== undefined,
    begin(timeStampMs: number) {
      if (timing.next < listPieces(timing).length) setBegun(beginPiece(timing, locate(timeStampMs)))
    },
    end(timeStampMs: number) {
      if (begun) change(endPiece(begun, locate(timeStampMs)))
      setBegun(undefined)
    },
  }
}
