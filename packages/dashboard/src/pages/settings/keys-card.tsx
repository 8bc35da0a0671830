import type { ApiKey } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

const SHOWN = 100

/** Keys that may do only so much: one for every program, so that each can be taken back alone. */
export function KeysCard() {
  const { value, error, reload } = useRead(() => songreel.apiKeys.list({ limit: SHOWN }))
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<ApiKey>()
  const [token, setToken] = useState<string>()
  const revoke = async ({ keyId, name }: ApiKey) => {
    await songreel.apiKeys.revoke(keyId)
    setLeaving(undefined)
    showToast(`${name} is revoked`)
    await reload()
  }
  return (
    <Card title="Keys" aside={<Button onPress={() => setMaking(true)}>New key</Button>}>
      {error !== undefined && <p class="soft">{describeError(error)}</p>}
      {value?.items.length === 0 && (
        <p class="soft">None yet. Give each program a key of its own, for what it does and no more.</p>
      )}
      <ul class="settings-list">
        {value?.items.map((key) => (
          <li key={key.keyId} data-move>
            <KeyWords apiKey={key} />
            <Button isSmall aria-label={`Revoke ${key.name}`} onPress={() => setLeaving(key)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {value?.nextCursor && <p class="soft small">The newest {SHOWN} are shown.</p>}
      {isMaking && (
        <NewKeyDialog
          onMade={(made) => {
            setMaking(false)
            setToken(made)
            reload()
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {token && <NewTokenDialog token={token} onClose={() => setToken(undefined)} />}
      {leaving && (
        <Dialog title={`Revoke ${leaving.name}?`} onClose={() => setLeaving(undefined)}>
          <p class="soft">Whatever uses it is refused from now on. That cannot be undone.</p>
          <footer>
            <Button onPress={() => setLeaving(undefined)}>Cancel</Button>
            <Button loudness="danger" onPress={() => revoke(leaving)}>
              Revoke the key
            </Button>
          </footer>
        </Dialog>
      )}
    </Card>
  )
}

function KeyWords({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, isTest, tokenHint, lastUsedAt, expiresAt } = apiKey
  return (
    <div class="settings-words">
      <p class="row">
        <strong>{name}</strong>
        <span class="soft small">
          {scopes.join(', ')}
          {isTest && ' · watermark'}
        </span>
      </p>
      <p class="soft small">
        <code>{tokenHint}</code> ·{' '}
        {lastUsedAt ? (
          <>
            used <Moment at={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
        {expiresAt && (
          <>
            {' '}
            {Date.parse(expiresAt) <= Date.now() ? (
              <>
                · ended <Moment at={expiresAt} />
              </>
            ) : (
              <>
                · ends <Moment at={expiresAt} isDue />
              </>
            )}
          </>
        )}
      </p>
    </div>
  )
}
