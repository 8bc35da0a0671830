import type { WebhookSecret } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { copyText } from '../../components/copy-text.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { hasScope } from '../../session/scopes.ts'

/** The secret that signs: hidden until somebody asks for it. */
export function SecretCard() {
  const [known, setKnown] = useState<WebhookSecret>()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const read = async () => {
    const secret = known ?? (await songreel.webhooks.secret())
    setKnown(secret)
    return secret.secret
  }
  const rotate = async () => {
    setKnown(await songreel.webhooks.rotateSecret())
    setShown(true)
    setAsking(false)
    showToast('There is a new secret; both sign for 24 hours')
  }
  if (!hasScope('admin'))
    return (
      <Card title="Secret">
        <p class="soft">Only somebody with scope admin can see the secret that signs events.</p>
      </Card>
    )
  return (
    <Card title="Secret" aside={<span class="soft small">signs every event</span>}>
      <p class="secret">
        <code>{isShown && known ? known.secret : 'whsec_••••••••••••••••••••••••'}</code>
      </p>
      {known?.previousSecretEndsAt && (
        <p class="small soft">
          The one before still signs too; that ends <Moment at={known.previousSecretEndsAt} />.
        </p>
      )}
      <div class="row">
        <Button
          onPress={async () => {
            await read()
            setShown(!isShown)
          }}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Button onPress={async () => copyText(await read())}>Copy</Button>
        <Button onPress={() => setAsking(true)}>Rotate…</Button>
      </div>
      {isAsking && (
        <Dialog title="Make a new secret?" onClose={() => setAsking(false)}>
          <p class="soft">
            For 24 hours every event is signed with both, so your receiver can change over at any time. After
            that only the new one signs.
          </p>
          <footer>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
            <Button loudness="main" onPress={rotate}>
              Rotate the secret
            </Button>
          </footer>
        </Dialog>
      )}
    </Card>
  )
}
