import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { useRead } from '../../live/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { describeError } from '../../parts/describe-error.ts'
import { Field } from '../../parts/field.tsx'
import { showToast } from '../../parts/toast.tsx'
import { hasScope, loadSession, session } from '../../session/session.ts'
import { Id } from '../../words/id.tsx'

/** Its name, its id, and where its events go. */
export function OrganizationCard() {
  const { value } = useRead(() => songreel.organizations.get('me'))
  const saved = session.value?.signedIn?.organization ?? ''
  const [name, setName] = useState(saved)
  const [error, setError] = useState<string>()
  const isChanged = name.trim() !== saved
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await songreel.organizations.update('me', { name: name.trim() })
      await loadSession()
      setError(undefined)
      showToast('Saved')
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Card
      title="Organization"
      aside={<Id value={session.value?.signedIn?.orgId ?? ''} label="organization id" />}
    >
      <form class="settings-form" onSubmit={save}>
        <Field label="Name" error={error}>
          {(box) => (
            <input
              {...box}
              value={name}
              required
              disabled={!hasScope('admin')}
              autocomplete="organization"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        {hasScope('admin') && (
          <Button type="submit" loudness={isChanged ? 'main' : undefined} disabled={!isChanged}>
            Save
          </Button>
        )}
      </form>
      <p class="soft small">
        {value?.webhookUrl ? `Events go to ${value.webhookUrl}. ` : 'Events go nowhere yet. '}
        <a href="/webhooks">{value?.webhookUrl ? 'Webhooks' : 'Set an address'}</a>
      </p>
    </Card>
  )
}
