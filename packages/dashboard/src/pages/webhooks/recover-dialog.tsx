import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { showToast } from '../../components/toast.tsx'

const HOUR_MS = 3_600_000
const RANGES: [hours: number, words: string][] = [
  [1, 'the last hour'],
  [24, 'the last 24 hours'],
  [168, 'the last 7 days'],
]

/** For a receiver that was down: sends again all that was given up meanwhile. */
export function RecoverDialog({ onSent, onClose }: { onSent(): unknown; onClose(): void }) {
  const [hours, setHours] = useState(24)
  const resend = async () => {
    const since = new Date(Date.now() - hours * HOUR_MS)
    const { length } = await songreel.webhookDeliveries.recover({ since })
    showToast(length === 0 ? 'Nothing failed in that time' : `${length} sent again, oldest first`)
    onClose()
    await onSent()
  }
  return (
    <Dialog title="Resend what failed" onClose={onClose}>
      <p class="soft">
        Events that were given up are sent again under the same webhook-id, so a receiver that knows them
        already can tell.
      </p>
      <Field label="Made in">
        {(box) => (
          <select
            {...box}
            value={hours}
            onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
          >
            {RANGES.map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="main" onPress={resend}>
          Resend
        </Button>
      </footer>
    </Dialog>
  )
}
