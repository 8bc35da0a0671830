import type { BatchRecord } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { findNames } from '../../live/names.ts'
import { useRead } from '../../live/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { formatCount } from '../../words/format.ts'
import { Moment } from '../../words/moment.tsx'
import { Thumb } from '../../words/thumb.tsx'

/** Links to the finished videos for people without an account, signed anew so that they last as long as they can. */
export function ShareDialog({ batch: { batchId }, onClose }: { batch: BatchRecord; onClose(): void }) {
  const { value: batch } = useRead(() => songreel.batches.get(batchId))
  const videos = batch?.renders.filter(({ renderUrl }) => renderUrl) ?? []
  const [endsAt] = videos.flatMap(({ renderUrlExpiresAt }) => renderUrlExpiresAt ?? []).sort()
  const text = batch && describeLinks(batch)
  return (
    <Dialog title={batch ? `Share ${formatCount(videos.length, 'video')}` : 'Share'} onClose={onClose}>
      <p class="soft">
        Anybody with a link can watch and download; no account is needed.
        {endsAt && (
          <>
            {' '}
            The links end <Moment at={endsAt} />.
          </>
        )}
      </p>
      <ul class="shares">
        {videos.map(({ renderId, renderUrl = '', posterUrl, aspectRatio, contentId }) => (
          <li key={renderId}>
            <Thumb url={posterUrl} />
            <a class="song-words" href={renderUrl} target="_blank" rel="noreferrer">
              <span class="song-title">{aspectRatio}</span>
              <span class="soft small">{contentId}</span>
            </a>
            <Button
              isSmall
              aria-label={`Copy link to ${aspectRatio} ${contentId}`}
              onPress={() => copyText(renderUrl)}
            >
              Copy link
            </Button>
          </li>
        ))}
      </ul>
      <footer>
        <Button onPress={onClose}>Close</Button>
        {text && 'share' in navigator && <Button onPress={() => share(text)}>Send with…</Button>}
        {text && (
          <Button loudness="main" onPress={() => copyText(text)}>
            Copy all
          </Button>
        )}
      </footer>
    </Dialog>
  )
}

function describeLinks(batch: BatchRecord): string {
  const { title, artist } = findNames(batch)
  const head = [title, artist].filter(Boolean).join(' – ')
  const links = batch.renders.flatMap(({ renderUrl, aspectRatio }) =>
    renderUrl ? [`${aspectRatio}: ${renderUrl}`] : [],
  )
  return [...(head ? [head] : []), ...links].join('\n')
}

/** Phones and some computers offer their own ways. Who closes that list has not made an error. */
async function share(text: string): Promise<void> {
  try {
    await navigator.share({ text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
