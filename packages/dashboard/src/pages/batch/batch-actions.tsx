import { type BatchRecord, isFinal } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { showToast } from '../../parts/toast.tsx'
import { formatCount } from '../../words/format.ts'
import { ShareDialog } from './share-dialog.tsx'

type Props = {
  batch: BatchRecord
  onChange(batch: BatchRecord): void
  /** Absent where there are not two videos. */
  onCompare?(): void
}

/** What can be done with a batch as a whole. */
export function BatchActions({ batch, onChange, onCompare }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const { batchId, counts, renders } = batch
  const open = counts.pending + counts.active
  const again = counts.failed + counts.canceled
  const hasFiles = renders.some(({ renderUrl }) => renderUrl)
  const retry = async () => {
    onChange(await songreel.batches.retry(batchId))
    showToast(`${formatCount(again, 'video')} will be tried again`)
  }
  const stop = async () => {
    onChange(await songreel.batches.cancel(batchId))
    setAsking(false)
  }
  return (
    <div class="row">
      {hasFiles && (
        <LinkButton
          href={`/v1/batches/${batchId}/archive`}
          download
          loudness={isFinal(batch) ? 'main' : undefined}
        >
          Download all (ZIP)
        </LinkButton>
      )}
      {hasFiles && <Button onPress={() => setSharing(true)}>Share</Button>}
      {onCompare && <Button onPress={onCompare}>Compare</Button>}
      {isFinal(batch) && <LinkButton href={`/new?batch=${batchId}`}>Make again with changes</LinkButton>}
      {again > 0 && (
        <Button needs="write" onPress={retry}>
          Try again ({again})
        </Button>
      )}
      {open > 0 && (
        <Button needs="write" loudness="danger" onPress={() => setAsking(true)}>
          Stop
        </Button>
      )}
      {isSharing && <ShareDialog batch={batch} onClose={() => setSharing(false)} />}
      {isAsking && (
        <Dialog title={`Stop ${formatCount(open, 'video')}?`} onClose={() => setAsking(false)}>
          <p class="soft">What is finished stays. What is stopped can be started again later.</p>
          <footer>
            <Button onPress={() => setAsking(false)}>Go on</Button>
            <Button loudness="main" onPress={stop}>
              Stop {formatCount(open, 'video')}
            </Button>
          </footer>
        </Dialog>
      )}
    </div>
  )
}
