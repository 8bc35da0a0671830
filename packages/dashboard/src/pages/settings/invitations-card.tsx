import type { Invitation } from '@songreel/contract'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { nameRole } from './roles.ts'

/** Links for colleagues that nobody has opened yet. Whoever opened one is among those signed in. */
export function InvitationsCard() {
  const { value, error, reload } = useRead(() =>
    songreel.request<{ items: Invitation[] }>({ method: 'GET', path: '/session/invitations' }),
  )
  const [isInviting, setInviting] = useState(false)
  const revoke = async ({ invitationId, name }: Invitation) => {
    await songreel.request({ method: 'DELETE', path: `/session/invitations/${invitationId}` })
    showToast(`The invitation of ${name} no longer works`)
    await reload()
  }
  return (
    <Card title="People" aside={<Button onPress={() => setInviting(true)}>Invite…</Button>}>
      {error !== undefined && <p class="soft">{describeError(error)}</p>}
      <p class="soft small">
        {value?.items.length
          ? 'These invitations were not opened yet.'
          : 'Invite a colleague by a link. No invitation is open.'}
      </p>
      <ul class="settings-list">
        {value?.items.map((invitation) => (
          <li key={invitation.invitationId} data-move>
            <div class="settings-words">
              <p class="row">
                <strong>{invitation.name}</strong>
                <span class="soft small">{nameRole(invitation.scopes)}</span>
              </p>
              <p class="soft small">
                invited <Moment at={invitation.createdAt} /> · ends <Moment at={invitation.expiresAt} isDue />
              </p>
            </div>
            <Button
              isSmall
              aria-label={`Take back the invitation of ${invitation.name}`}
              onPress={() => revoke(invitation)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {isInviting && <InviteDialog onMade={reload} onClose={() => setInviting(false)} />}
    </Card>
  )
}
