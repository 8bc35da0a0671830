import type { InvitationLink } from '@songreel/contract'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Moment } from '../../components/moment.tsx'
import { describeError } from '../../format/describe-error.ts'
import { ROLES } from './roles.ts'

/** Makes a link for a colleague, and shows it the only time that it can be seen. */
export function InviteDialog({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const [link, setLink] = useState<InvitationLink>()
  const [name, setName] = useState('')
  const address = link && chooseAddress(link.url)
  return link && address ? (
    <Dialog title={`The link for ${name}`} onClose={onClose}>
      <p class="soft">
        Send it to {name} yourself. It signs in whoever opens it first, once, and ends{' '}
        <Moment at={link.expiresAt} isDue />. It is not shown again.
      </p>
      <div class="whole-token">
        <CodeBlock text={address.text} label="The link" />
      </div>
      {address.isLocal && (
        <p class="small">
          Only this computer reaches that address. For others, the operator sets{' '}
          <code>SONGREEL_PUBLIC_URL</code>.
        </p>
      )}
      <footer>
        <Button loudness="main" onPress={onClose}>
          I have it
        </Button>
      </footer>
    </Dialog>
  ) : (
    <InviteForm
      onClose={onClose}
      onMade={(made, forName) => {
        setName(forName)
        setLink(made)
        onMade()
      }}
    />
  )
}

function InviteForm({
  onMade,
  onClose,
}: {
  onMade(link: InvitationLink, name: string): void
  onClose(): void
}) {
  const [name, setName] = useState('')
  const [role, setRole] = useState(1)
  const [error, setError] = useState<string>()
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      const json = { name: name.trim(), scopes: ROLES[role]?.scopes }
      onMade(await songreel.request({ method: 'POST', path: '/session/invitations', json }), name.trim())
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title="Invite a colleague" onClose={onClose}>
      <form class="stack" onSubmit={make}>
        <Field label="Who it is for" help="A name that you will know them by in the list." error={error}>
          {(box) => (
            <input
              {...box}
              value={name}
              required
              maxLength={80}
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <fieldset class="settings-roles">
          <legend>What they may do</legend>
          {ROLES.map(({ words }, index) => (
            <label key={words} class="row">
              <input type="radio" name="role" checked={index === role} onChange={() => setRole(index)} />
              {words}
            </label>
          ))}
        </fieldset>
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            Make the link
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const THIS_COMPUTER = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The server's own address; where it knows none but this computer's, the one by which whoever invites reaches it. */
function chooseAddress(link: string): { text: string; isLocal: boolean } {
  const { hostname, pathname, hash } = new URL(link)
  if (!THIS_COMPUTER.test(hostname)) return { text: link, isLocal: false }
  return { text: location.origin + pathname + hash, isLocal: THIS_COMPUTER.test(location.hostname) }
}
