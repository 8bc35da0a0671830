import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { useRead } from '../../data/use-read.ts'
import { session } from '../../session/scopes.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

const DAY_SECS = 86_400
const GRACES: [secs: number, words: string][] = [
  [0, 'ends now'],
  [3600, 'works for 1 more hour'],
  [DAY_SECS, 'works for 24 more hours'],
  [7 * DAY_SECS, 'works for 7 more days'],
]

/** The organization's own token: only how it begins is known here, and it can be renewed. */
export function TokenCard() {
  const { value, reload } = useRead(() => songreel.organizations.get('me'))
  const mayRenew = session.value?.signedIn?.mayRenewToken
  const [graceSecs, setGraceSecs] = useState(DAY_SECS)
  const [isAsking, setAsking] = useState(false)
  const [token, setToken] = useState<string>()
  const rotate = async () => {
    const { authToken } = await songreel.organizations.rotateToken('me', { graceSecs })
    setAsking(false)
    setToken(authToken)
    await reload()
  }
  return (
    <Card title="API token" aside={<span class="soft small">may do everything</span>}>
      <div class="row">
        <code>{value ? value.authToken : '…'}</code>
        <span class="push">{mayRenew && <Button onPress={() => setAsking(true)}>Rotate…</Button>}</span>
      </div>
      {!mayRenew && (
        <p class="soft small">
          Whoever signed in with the API token itself can rotate it. This session comes from a key or an
          invitation, or its token is about to end.
        </p>
      )}
      {isAsking && (
        <Dialog title="Make a new token?" onClose={() => setAsking(false)}>
          <p class="soft">
            The new token is shown once, on the next screen. Change your programs over while the old one still
            works. Browsers that signed in with the old token, or by a link made with it, are signed out when
            it ends.
          </p>
          <Field label="The old token">
            {(box) => (
              <select
                {...box}
                value={graceSecs}
                onChange={({ currentTarget }) => setGraceSecs(Number(currentTarget.value))}
              >
                {GRACES.map(([secs, words]) => (
                  <option key={secs} value={secs}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <footer>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
            <Button loudness="main" onPress={rotate}>
              Rotate the token
            </Button>
          </footer>
        </Dialog>
      )}
      {token && <NewTokenDialog token={token} onClose={() => setToken(undefined)} />}
    </Card>
  )
}
