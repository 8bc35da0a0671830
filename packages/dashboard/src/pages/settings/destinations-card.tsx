import type { DestinationCredentials } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Id } from '../../components/id.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { NewCredentialsDialog } from './new-credentials-dialog.tsx'
import { TestBucketDialog } from './test-bucket-dialog.tsx'

const SHOWN = 100

/** Keys of buckets that finished videos are sent to. */
export function DestinationsCard() {
  const { value, error, reload } = useRead(() => songreel.destinationCredentials.list({ limit: SHOWN }))
  const [isMaking, setMaking] = useState(false)
  const [testing, setTesting] = useState<DestinationCredentials>()
  const [leaving, setLeaving] = useState<DestinationCredentials>()
  const remove = async ({ credentialsId, name }: DestinationCredentials) => {
    await songreel.destinationCredentials.delete(credentialsId)
    setLeaving(undefined)
    showToast(`${name} is deleted`)
    await reload()
  }
  return (
    <Card title="Destinations" aside={<Button onPress={() => setMaking(true)}>Add keys</Button>}>
      {error !== undefined && <p class="soft">{describeError(error)}</p>}
      {value?.items.length === 0 && (
        <p class="soft">None yet. With the keys of a bucket, finished videos are sent there by themselves.</p>
      )}
      <ul class="settings-list">
        {value?.items.map((credentials) => (
          <li key={credentials.credentialsId} data-move>
            <CredentialsWords credentials={credentials} />
            <Button isSmall aria-label={`Test ${credentials.name}`} onPress={() => setTesting(credentials)}>
              Test
            </Button>
            <Button isSmall aria-label={`Delete ${credentials.name}`} onPress={() => setLeaving(credentials)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {value?.nextCursor && <p class="soft small">The newest {SHOWN} are shown.</p>}
      {isMaking && (
        <NewCredentialsDialog
          onMade={() => {
            setMaking(false)
            reload()
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {testing && <TestBucketDialog credentials={testing} onClose={() => setTesting(undefined)} />}
      {leaving && (
        <Dialog title={`Delete ${leaving.name}?`} onClose={() => setLeaving(undefined)}>
          <p class="soft">
            Videos that still wait to be sent with these keys are not delivered. That cannot be undone.
          </p>
          <footer>
            <Button onPress={() => setLeaving(undefined)}>Cancel</Button>
            <Button loudness="danger" onPress={() => remove(leaving)}>
              Delete the keys
            </Button>
          </footer>
        </Dialog>
      )}
    </Card>
  )
}

function CredentialsWords({ credentials }: { credentials: DestinationCredentials }) {
  const { name, accessKeyHint, credentialsId, lastUsedAt } = credentials
  return (
    <div class="settings-words">
      <p class="row">
        <strong>{name}</strong>
        <Id value={credentialsId} label="credentials id" />
      </p>
      <p class="soft small">
        <code>{accessKeyHint}</code> ·{' '}
        {lastUsedAt ? (
          <>
            used <Moment at={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </p>
    </div>
  )
}
