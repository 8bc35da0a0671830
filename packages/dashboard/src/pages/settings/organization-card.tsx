import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Id } from '../../components/id.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope, session } from '../../session/scopes.ts'
import { loadSession } from '../../session/session.ts'

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
