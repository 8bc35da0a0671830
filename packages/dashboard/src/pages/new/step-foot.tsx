import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { song } from './song-state.ts'

/** The way to the next step, and what the song is waiting for. */
export function StepFoot({ next, label, isReady }: { next: string; label: string; isReady: boolean }) {
  const { step, words } = song.value
  const isBusy = step === 'uploading' || step === 'preparing'
  return (
    <footer class="new-foot">
      <p class={step === 'failed' ? 'new-note is-bad' : 'new-note soft'} role="status">
        {isBusy && <span class="spinner" aria-hidden="true" />}
        {words}
      </p>
      {isReady ? (
        <LinkButton href={`/new?step=${next}`} loudness="main">
          {label}
        </LinkButton>
      ) : (
        <Button loudness="main" disabled>
          {label}
        </Button>
      )}
    </footer>
  )
}
