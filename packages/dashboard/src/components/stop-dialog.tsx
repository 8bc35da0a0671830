import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { count: number; onStop(): unknown; onClose(): void }

/** Asks once before videos are stopped, and says how many. */
export function StopDialog({ count, onStop, onClose }: Props) {
  const videos = `${count} ${count === 1 ? 'video' : 'videos'}`
  return (
    <Dialog title={`Stop ${videos}?`} onClose={onClose}>
      <p class="soft">What is finished stays. What is stopped can be started again later.</p>
      <footer>
        <Button onPress={onClose}>Go on</Button>
        <Button loudness="main" onPress={onStop}>
          Stop {videos}
        </Button>
      </footer>
    </Dialog>
  )
}
