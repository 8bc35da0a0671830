import type { WebhookTest } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'
import { EVENT_TYPES } from './event-types.ts'

type Props = { webhookUrl: string; onSent(): void; onClose(): void }

/** Sends a test event the way real ones go: through the queue, signed, tried again, and listed. */
export function TestDialog({ webhookUrl, onSent, onClose }: Props) {
  const [url, setUrl] = useState(webhookUrl)
  const [type, setType] = useState<NonNullable<WebhookTest['type']>>('ping')
  const [error, setError] = useState<string>()
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await songreel.webhooks.test({ url: url.trim(), type })
      showToast('The test event is on its way')
      onSent()
      onClose()
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <Field label="To" help="It is signed, sent and listed like a real one." error={error}>
          {(box) => (
            <input
              {...box}
              type="url"
              required
              placeholder="https://example.com/hooks/songreel"
              value={url}
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setUrl(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Event">
          {(box) => (
            <select
              {...box}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value as typeof type)}
            >
              {EVENT_TYPES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Send
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
