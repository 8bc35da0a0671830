import type { Session } from '@songreel/contract'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { describeError } from '../../format/describe-error.ts'

type Props = { session: Session; onSaved(): Promise<void>; onClose(): void }

/** Gives a browser a name, so that the next one like it is told apart. */
export function SessionNameDialog({ session, onSaved, onClose }: Props) {
  const [name, setName] = useState(session.name)
  const [error, setError] = useState<string>()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      const path = `/session/${session.sessionId}`
      await songreel.request({ method: 'PATCH', path, json: { name: name.trim() } })
      await onSaved()
      onClose()
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="Name this browser" onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <Field label="Name" help={`Such as “Nina's laptop”. Empty: ${session.browser}`} error={error}>
          {(box) => (
            <input
              {...box}
              value={name}
              maxLength={80}
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
