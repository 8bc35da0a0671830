import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'

type Props = { onMine(): Promise<void>; onTheirs(): Promise<void>; onClose(): void }

/** Asks what counts where the same look was saved meanwhile, by somebody else or in another tab. */
export function OutdatedLookDialog({ onMine, onTheirs, onClose }: Props) {
  return (
    <Dialog title="This look was saved meanwhile" onClose={onClose}>
      <p>
        By somebody else, or in another tab. If you save yours, it is the newest version, without their
        changes; theirs stays among the earlier versions. If you look at theirs, Undo brings yours back.
      </p>
      <footer>
        <Button onPress={onTheirs}>Look at theirs</Button>
        <Button loudness="main" onPress={onMine}>
          Save mine
        </Button>
      </footer>
    </Dialog>
  )
}
