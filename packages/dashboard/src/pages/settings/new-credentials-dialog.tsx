import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'

/** Stores the keys of a bucket; nobody can read them later. */
export function NewCredentialsDialog({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const [name, setName] = useState('')
  const [accessKeyId, setAccessKeyId] = useState('')
  const [secretAccessKey, setSecret] = useState('')
  const [error, setError] = useState<string>()
  const store = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await songreel.destinationCredentials.create({ name: name.trim(), accessKeyId, secretAccessKey })
      showToast(`${name.trim()} is stored`)
      onMade()
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="Keys of a bucket" onClose={onClose}>
      <form class="stack" onSubmit={store}>
        <Field label="What they are for" help="Such as the name of the bucket.">
          {(box) => (
            <input
              {...box}
              value={name}
              required
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Access key id">
          {(box) => (
            <input
              {...box}
              value={accessKeyId}
              required
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setAccessKeyId(currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label="Secret access key"
          help="Stored encrypted and never shown again. It needs to write in the bucket, no more."
          error={error}
        >
          {(box) => (
            <input
              {...box}
              type="password"
              value={secretAccessKey}
              required
              autocomplete="off"
              onInput={({ currentTarget }) => setSecret(currentTarget.value)}
            />
          )}
        </Field>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Store the keys
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
