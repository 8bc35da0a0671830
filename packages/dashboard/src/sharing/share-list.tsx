import type { Share } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { Moment } from '../components/moment.tsx'
import { StatusPill } from '../components/status-pill.tsx'
import { showToast } from '../components/toast.tsx'
import { formatCount } from '../format/format.ts'
import './sharing.css'

/** Pages for people without an account: until when they open, and how to take them back. */
export function ShareList({ shares, onChange }: { shares: Share[]; onChange(): unknown }) {
  const revoke = async ({ shareId }: Share) => {
    await songreel.shares.revoke(shareId)
    showToast('The link opens nothing any more')
    await onChange()
  }
  return (
    <ul class="share-list">
      {shares.map((share) => (
        <li key={share.shareId} data-move>
          <div class="song-words">
            {share.url ? (
              <a class="song-title" href={share.url} target="_blank" rel="noreferrer">
                {share.title}
              </a>
            ) : (
              <span class="song-title">{share.title}</span>
            )}
            <span class="soft small">
              {formatCount(share.videos, 'video')} · {describeEnd(share)}
            </span>
          </div>
          {share.status !== 'ACTIVE' && <StatusPill status={share.status} />}
          {share.url && (
            <Button
              isSmall
              aria-label={`Copy link to ${share.title}`}
              onPress={() => copyText(share.url ?? '')}
            >
              Copy link
            </Button>
          )}
          {share.status === 'ACTIVE' && (
            <Button
              isSmall
              loudness="danger"
              aria-label={`Revoke the link to ${share.title}`}
              onPress={() => revoke(share)}
            >
              Revoke
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function describeEnd({ status, expiresAt, revokedAt }: Share) {
  if (status === 'REVOKED' && revokedAt)
    return (
      <>
        revoked <Moment at={revokedAt} />
      </>
    )
  return (
    <>
      {status === 'ACTIVE' ? 'ends' : 'ended'} <Moment at={expiresAt} />
    </>
  )
}
