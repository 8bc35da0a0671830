import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'

type Props = { onMine(): Promise<void>; onTheirs(): Promise<void>; onClose(): void }

/** Asks what counts where somebody else has saved the same brand meanwhile. */
export function OutdatedDialog({ onMine, onTheirs, onClose }: Props) {
  return (
    <Dialog title="Somebody else has changed this brand" onClose={onClose}>
      <p>
        Saving yours writes only what you have changed here. What you left alone stays as it was saved by
        them.
      </p>
      <footer>
        <Button onPress={onTheirs}>Discard mine</Button>
        <Button loudness="main" onPress={onMine}>
          Save mine
        </Button>
      </footer>
    </Dialog>
  )
}
