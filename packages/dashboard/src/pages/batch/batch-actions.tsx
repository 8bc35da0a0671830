import { type BatchRecord, isFinal } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { StopDialog } from '../../components/stop-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { findNames } from '../../data/names.ts'
import { formatCount } from '../../format/format.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'

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
      {isSharing && (
        <ShareDialog of={{ batchId }} title={nameBatch(batch)} onClose={() => setSharing(false)} />
      )}
      {isAsking && <StopDialog count={open} onStop={stop} onClose={() => setAsking(false)} />}
    </div>
  )
}

function nameBatch(batch: BatchRecord): string {
  const { title, artist } = findNames(batch)
  return [title, artist].filter(Boolean).join(' – ')
}
