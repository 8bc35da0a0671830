import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'

type Props = {
  /** Null for nowhere, undefined until it is known. */
  webhookUrl: string | null | undefined
  onChange(webhookUrl: string | null): void
}

/** Where the events of batches without an address of their own go. */
export function AddressCard({ webhookUrl, onChange }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const isChanged = text.trim() !== (webhookUrl ?? '')
  const mayChange = hasScope('admin')
  useEffect(() => setText(webhookUrl ?? ''), [webhookUrl])
  const save = async (next: string) => {
    try {
      const saved = await songreel.organizations.update('me', { webhookUrl: next.trim() || null })
      setError(undefined)
      onChange(saved.webhookUrl)
      setText(saved.webhookUrl ?? '')
      showToast(saved.webhookUrl ? 'Events go there from now on' : 'The address is gone')
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Card title="Address">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save(text)
        }}
      >
        <Field
          label="Tell this address when a video or a batch is done"
          help={
            mayChange
              ? 'For all batches without a webhookUrl of their own.'
              : 'Only somebody with scope admin can change it.'
          }
          error={error}
        >
          {(box) => (
            <input
              {...box}
              type="url"
              placeholder="https://example.com/hooks/songreel"
              value={text}
              disabled={!mayChange || webhookUrl === undefined}
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        {mayChange && (
          <div class="row">
            <Button type="submit" loudness={isChanged ? 'main' : undefined} disabled={!isChanged}>
              Save
            </Button>
            {webhookUrl && <Button onPress={() => save('')}>Remove</Button>}
          </div>
        )}
      </form>
    </Card>
  )
}
