import type { Session } from '@songreel/contract'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { nameRole } from './roles.ts'
import { SessionNameDialog } from './session-name-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** Browsers that are signed in; each can be named, and signed out from here. */
export function SessionsCard() {
  const { value, error, reload } = useRead(() =>
    songreel.request<{ items: Session[] }>({ method: 'GET', path: '/session/all' }),
  )
  const [naming, setNaming] = useState<Session>()
  const [isLeaving, setLeaving] = useState(false)
  const end = async (session: Session) => {
    await songreel.request({ method: 'DELETE', path: `/session/${session.sessionId}` })
    showToast(`${nameSession(session)} is signed out`)
    await reload()
  }
  return (
    <Card title="Signed in" aside={<Button onPress={() => setLeaving(true)}>Sign out everywhere…</Button>}>
      {error !== undefined && <p class="soft">{describeError(error)}</p>}
      <ul class="settings-list settings-sessions">
        {value?.items.map((session) => (
          <li key={session.sessionId} data-move>
            <SessionWords session={session} />
            <Button isSmall aria-label={`Rename ${nameSession(session)}`} onPress={() => setNaming(session)}>
              Rename
            </Button>
            {!session.isCurrent && (
              <Button isSmall aria-label={`Sign out ${nameSession(session)}`} onPress={() => end(session)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {naming && <SessionNameDialog session={naming} onSaved={reload} onClose={() => setNaming(undefined)} />}
      {isLeaving && (
        <SignOutDialog count={value?.items.length ?? 1} onEnded={reload} onClose={() => setLeaving(false)} />
      )}
    </Card>
  )
}

function SessionWords({ session }: { session: Session }) {
  const { name, browser, address, scopes, isTest, isCurrent, createdAt, lastUsedAt, expiresAt } = session
  const facts = [name && browser, describeMaker(session), address && `from ${address}`]
  return (
    <div class="settings-words">
      <p class="row">
        <strong>{nameSession(session)}</strong>
        {isCurrent && <span class="settings-here">this one</span>}
        <span class="soft small">
          {nameRole(scopes)}
          {isTest && ' · watermark'}
        </span>
      </p>
      <p class="soft small">{facts.filter(Boolean).join(' · ')}</p>
      <p class="soft small">
        signed in <Moment at={createdAt} />
        {lastUsedAt && (
          <>
            {' '}
            · used <Moment at={lastUsedAt} />
          </>
        )}{' '}
        · ends <Moment at={expiresAt} isDue />
      </p>
    </div>
  )
}

function nameSession({ name, browser }: Session): string {
  return name || browser
}

function describeMaker({ from, keyName }: Session): string {
  if (from === 'KEY') return `with the key ${keyName}`
  if (from === 'TOKEN') return 'with the API token'
  if (from === 'INVITATION') return 'by invitation'
  return from === 'SESSION' ? 'by a link from another browser' : "by the server's own link"
}
