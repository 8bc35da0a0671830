import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { formatCount } from '../../format/format.ts'
import { loadSession } from '../../session/session.ts'

type Props = { count: number; onEnded(): Promise<void>; onClose(): void }

/** Ends every session of the organization at once, with or without this one. */
export function SignOutDialog({ count, onEnded, onClose }: Props) {
  const endOthers = async () => {
    await songreel.request({ method: 'DELETE', path: '/session/all?keep=current' })
    onClose()
    showToast('All other browsers are signed out')
    await onEnded()
  }
  const endAll = async () => {
    await songreel.request({ method: 'DELETE', path: '/session/all' })
    await loadSession()
  }
  return (
    <Dialog title="Sign out everywhere?" onClose={onClose}>
      <p class="soft">
        {formatCount(count, 'browser')} {count === 1 ? 'is' : 'are'} signed in, those of invited colleagues
        included. Invitations that were not opened end, too. Programs with a token or a key go on.
      </p>
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        {count > 1 && <Button onPress={endOthers}>All but this one</Button>}
        <Button loudness="danger" onPress={endAll}>
          Sign out everywhere
        </Button>
      </footer>
    </Dialog>
  )
}
