import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { describeError } from '../parts/toast.tsx'

/** Goes to what an id or a reference names. */
export function FindDialog({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      route(await locate(text.trim()))
      onClose()
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="Find" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field
          label="Id or reference"
          help="The id of a batch or a render, or your own reference"
          error={error}
        >
          {(box) => (
            <input
              {...box}
              value={text}
              required
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Find
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Where it is; an id that does not exist is an error that says so. */
async function locate(text: string): Promise<string> {
  if (text.startsWith('bat_')) return `/batches/${(await songreel.batches.get(text)).batchId}`
  if (text.startsWith('rnd_')) {
    const { batchId, renderId } = await songreel.renders.get(text)
    return `/batches/${batchId}?render=${renderId}`
  }
  return `/batches?ref=${encodeURIComponent(text)}`
}
