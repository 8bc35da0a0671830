import type { Session } from '@songreel/contract'
import { songreel } from '../../client.ts'
import { useRead } from '../../live/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { describeError } from '../../parts/describe-error.ts'
import { showToast } from '../../parts/toast.tsx'
import { Moment } from '../../words/moment.tsx'

/** Browsers that are signed in; each can be signed out from here. */
export function SessionsCard() {
  const { value, error, reload } = useRead(() =>
    songreel.request<{ items: Session[] }>({ method: 'GET', path: '/session/all' }),
  )
  const end = async ({ sessionId, browser }: Session) => {
    await songreel.request({ method: 'DELETE', path: `/session/${sessionId}` })
    showToast(`${browser} is signed out`)
    await reload()
  }
  return (
    <Card title="Signed in" aside={<span class="soft small">browsers</span>}>
      {error !== undefined && <p class="soft">{describeError(error)}</p>}
      <ul class="settings-list">
        {value?.items.map((session) => (
          <li key={session.sessionId} data-move>
            <div class="settings-words">
              <p class="row">
                <strong>{session.browser}</strong>
                {session.isCurrent && <span class="soft small">this browser</span>}
              </p>
              <p class="soft small">
                signed in <Moment at={session.createdAt} />
                {session.lastUsedAt && (
                  <>
                    {' '}
                    · used <Moment at={session.lastUsedAt} />
                  </>
                )}{' '}
                · ends <Moment at={session.expiresAt} />
              </p>
            </div>
            {!session.isCurrent && (
              <Button isSmall aria-label={`Sign out ${session.browser}`} onPress={() => end(session)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
