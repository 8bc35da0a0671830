import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { type Clicks, delayMs, playClicks, setDelay } from './delay.ts'

/** Measures how late taps come, with eight clicks, or takes a number. */
export function DelayDialog({ onClose }: { onClose(): void }) {
  const [note, setNote] = useState('')
  const [clicks, setClicks] = useState<Clicks>()
  const pad = useRef<HTMLButtonElement>(null)
  useEffect(() => () => clicks?.close(), [clicks])
  const start = async () => {
    const running = playClicks()
    setClicks(running)
    setNote('Tap with every click…')
    pad.current?.focus()
    await running.done
    const ms = running.measure()
    setClicks(undefined)
    if (ms === undefined) return setNote('Too few taps met a click. Try once more.')
    setDelay(ms)
    setNote(`Your taps come ${Math.round(ms)} ms late; from now on that is taken off.`)
  }
  const tap = () => {
    if (clicks) setNote(`Tap with every click… ${clicks.tap()} met`)
  }
  return (
    <Dialog title="Delay of your taps" onClose={onClose}>
      <p class="soft">
        Wireless headphones alone can be a quarter of a second late. Press Start, then tap the space bar with
        each of the eight clicks.
      </p>
      <button
        ref={pad}
        type="button"
        class="tap-pad is-small"
        onKeyDown={(event) => {
          if (event.key !== ' ' || event.repeat) return
          event.preventDefault()
          tap()
        }}
        onPointerDown={tap}
      >
        Tap here, or with the space bar
      </button>
      <p role="status">{note}</p>
      <Field label="Delay in milliseconds">
        {(box) => (
          <input
            {...box}
            type="number"
            min={-500}
            max={1000}
            step={5}
            value={delayMs.value}
            onChange={({ currentTarget }) => setDelay(currentTarget.valueAsNumber || 0)}
          />
        )}
      </Field>
      <footer>
        <Button onPress={onClose}>Close</Button>
        <Button loudness="main" onPress={start}>
          Start
        </Button>
      </footer>
    </Dialog>
  )
}
