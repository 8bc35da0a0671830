import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { showError, showToast } from '../components/toast.tsx'
import { deleteRecord, describeBelow, type KnownRecord, restoreRecord } from './delete-record.ts'

const PLACES = {
  artist: { href: '/artists', list: '/catalogue?view=artists' },
  album: { href: '/albums', list: '/catalogue?view=albums' },
  song: { href: '/songs', list: '/catalogue' },
}

type Props = {
  record: KnownRecord
  name: string
  /** The version that the page shows. */
  tag: string | undefined
  onClose(): void
}

/** Asks before a record is deleted, and says what goes with it. Afterwards there is a way back. */
export function DeleteDialog({ record, name, tag, onClose }: Props) {
  const { route } = useLocation()
  const [below, setBelow] = useState<string>()
  const { kind, id } = record
  useEffect(() => {
    describeBelow(record).then(setBelow, (error) => {
      setBelow('everything that belongs to it')
      showError(error)
    })
  }, [id])
  const undo = async () => {
    await restoreRecord(record)
    route(`${PLACES[kind].href}/${id}`)
  }
  const remove = async () => {
    await deleteRecord(record, tag)
    onClose()
    route(PLACES[kind].list)
    showToast(`“${name}” is deleted.`, { label: 'Undo', onPress: undo })
  }
  return (
    <Dialog title={`Delete “${name}”?`} onClose={onClose}>
      <p>
        {below === undefined
          ? 'Looking what belongs to it…'
          : below
            ? `This deletes the ${kind} with ${below}.`
            : `This deletes the ${kind}.`}{' '}
        Videos that were made stay.
      </p>
      <p class="soft">
        Catalogue › Deleted brings it back, for as long as the server keeps deleted records: 30 days, if
        nobody has set it otherwise.
      </p>
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="danger" disabled={below === undefined} onPress={remove}>
          Delete {below ? `${kind} and ${below}` : `the ${kind}`}
        </Button>
      </footer>
    </Dialog>
  )
}
