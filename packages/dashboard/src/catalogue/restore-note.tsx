import { Button } from '../components/button.tsx'
import { hasScope } from '../session/scopes.ts'
import { type KnownRecord, restoreRecord } from './delete-record.ts'
import './restore-note.css'

/** Says that a record is deleted, and brings it back. */
export function RestoreNote({ record, onRestored }: { record: KnownRecord; onRestored(): Promise<void> }) {
  const restore = async () => {
    await restoreRecord(record)
    await onRestored()
  }
  return (
    <div class="restore-note" role="status">
      <p>This {record.kind} is deleted.</p>
      {hasScope('write') && <Button onPress={restore}>Restore</Button>}
    </div>
  )
}
