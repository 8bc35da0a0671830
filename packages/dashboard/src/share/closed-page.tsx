import { useEffect } from 'preact/hooks'
import { type Closed, formatDay } from './shared.ts'

type Words = [title: string, text: string]

/** Where there is nothing to see: why, and whom to ask. */
export function ClosedPage({ state, endedAt }: Closed) {
  const [title, text] = describe(state, endedAt)
  useEffect(() => {
    document.title = title
  }, [])
  return (
    <main class="closed">
      <span class="closed-mark" aria-hidden="true" />
      <h1>{title}</h1>
      <p class="soft">{text}</p>
    </main>
  )
}

function describe(state: Closed['state'], endedAt: string | undefined): Words {
  const ask = 'Ask whoever sent it to you for a new one.'
  const words: Record<Closed['state'], Words> = {
    EXPIRED: ['This link has ended', `${endedAt ? `It was open until ${formatDay(endedAt)}. ` : ''}${ask}`],
    REVOKED: ['This link was taken back', ask],
    UNKNOWN: [
      'There is nothing behind this link',
      'It may be cut off: copy the whole link from the message that you got.',
    ],
    BUSY: ['One moment, please', 'Very much was asked for in a short time. Load the page again in a minute.'],
    EMPTY: ['There are no videos yet', 'They are still being made. Load the page again later.'],
    GONE: ['This video is not there any more', ask],
  }
  return words[state]
}
