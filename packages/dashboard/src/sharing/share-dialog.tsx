import type { ShareCreated, ShareInput } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { LinkButton } from '../components/link-button.tsx'
import { useRead } from '../data/use-read.ts'
import { ShareList } from './share-list.tsx'
import './sharing.css'

const DAY_MS = 24 * 60 * 60_000
const ENDS = [
  { days: 7, label: 'in a week' },
  { days: 30, label: 'in 30 days' },
  { days: 90, label: 'in 90 days' },
]

/** What is shared: a batch, everything with a reference, or some videos. */
export type Shared = Pick<ShareInput, 'batchId' | 'ref' | 'renderIds'>

type Props = { of: Shared; title: string; onClose(): void }

/** Makes a page for people without an account, and lists those that there are already. */
export function ShareDialog({ of, title, onClose }: Props) {
  const [made, setMade] = useState<ShareCreated>()
  return (
    <Dialog title={made ? 'The link is ready' : 'Share'} onClose={onClose}>
      {made ? <Made made={made} /> : <Form of={of} title={title} onMade={setMade} onClose={onClose} />}
      {made && (
        <footer>
          <Button onPress={onClose}>Done</Button>
        </footer>
      )}
    </Dialog>
  )
}

function Form({ of, title, onMade, onClose }: Props & { onMade(made: ShareCreated): void }) {
  const [name, setName] = useState(title)
  const [days, setDays] = useState(30)
  const make = async () => {
    const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString()
    onMade(await songreel.shares.create({ ...of, ...(name.trim() && { title: name.trim() }), expiresAt }))
  }
  return (
    <>
      <p class="soft">
        A page with the finished videos, to watch and download. Whoever has the link needs no account.
      </p>
      <Field label="Title of the page">
        {(box) => (
          <input
            {...box}
            value={name}
            maxLength={255}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
      <Field label="The link ends">
        {(box) => (
          <select
            {...box}
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {ENDS.map((end) => (
              <option key={end.days} value={end.days}>
                {end.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!of.renderIds && <Earlier of={of} />}
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="main" onPress={make}>
          Make a link
        </Button>
      </footer>
    </>
  )
}

function Made({ made: { url } }: { made: ShareCreated }) {
  return (
    <>
      <p class="share-link">
        <code>{url}</code>
      </p>
      <div class="row">
        <Button loudness="main" onPress={() => copyText(url)}>
          Copy link
        </Button>
        <LinkButton href={url} target="_blank" rel="noreferrer">
          Open the page
        </LinkButton>
        {'share' in navigator && <Button onPress={() => sendWith(url)}>Send with…</Button>}
      </div>
      <p class="soft small">
        You find it again, and take it back, under <a href="/shares">Shared links</a>.
      </p>
    </>
  )
}

/** Links to the same videos that still open. */
function Earlier({ of: { batchId, ref } }: { of: Shared }) {
  const { value, reload } = useRead((options) =>
    songreel.shares.list({ ...(batchId && { batchId }), ...(ref && { ref }), limit: 10 }, options),
  )
  const open = value?.items.filter(({ status }) => status === 'ACTIVE') ?? []
  if (open.length === 0) return null
  return (
    <section class="stack" aria-label="Links that there are already">
      <h3>Links that there are already</h3>
      <ShareList shares={open} onChange={reload} />
    </section>
  )
}

/** Phones and some computers offer their own ways. Who closes that list has not made an error. */
async function sendWith(url: string): Promise<void> {
  try {
    await navigator.share({ url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
