import type { BatchRecord } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { StopDialog } from '../../components/stop-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { findNames } from '../../data/names.ts'
import { formatCount } from '../../format/format.ts'
import { sumBatches } from '../../format/sum-batches.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import './chosen-bar.css'

/** What a page of shared videos takes. */
const MOST_SHARED = 500

/** What can be done with the batches that were selected, all at once. */
export function ChosenBar({ batches, onClear }: { batches: BatchRecord[]; onClear(): void }) {
  const [asks, setAsks] = useState<'share' | 'stop'>()
  if (batches.length === 0) return null
  const { counts } = sumBatches(batches)
  const open = counts.pending + counts.active
  const again = counts.failed + counts.canceled
  const renderIds = batches.flatMap(({ renders }) => renders.map(({ renderId }) => renderId))
  const each = async (wanted: BatchRecord[], act: (batchId: string) => Promise<unknown>) => {
    for (const { batchId } of wanted) await act(batchId)
  }
  const retry = async () => {
    const ended = batches.filter(({ counts }) => counts.failed + counts.canceled > 0)
    await each(ended, (batchId) => songreel.batches.retry(batchId))
    showToast(`${formatCount(again, 'video')} will be tried again`)
  }
  const stop = async () => {
    const running = batches.filter(({ isFinal }) => !isFinal)
    await each(running, (batchId) => songreel.batches.cancel(batchId))
    setAsks(undefined)
  }
  return (
    <section class="chosen-bar row" aria-label="Selected batches">
      <strong class="figures" role="status">
        {batches.length} selected
      </strong>
      <span class="soft small figures">{formatCount(counts.total, 'video')}</span>
      <Button isSmall disabled={renderIds.length > MOST_SHARED} onPress={() => setAsks('share')}>
        Share
      </Button>
      {again > 0 && (
        <Button isSmall onPress={retry}>
          Try again ({again})
        </Button>
      )}
      {open > 0 && (
        <Button isSmall loudness="danger" onPress={() => setAsks('stop')}>
          Stop ({open})
        </Button>
      )}
      <Button isSmall loudness="plain" onPress={onClear}>
        Clear
      </Button>
      {asks === 'share' && (
        <ShareDialog of={{ renderIds }} title={nameAll(batches)} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'stop' && <StopDialog count={open} onStop={stop} onClose={() => setAsks(undefined)} />}
    </section>
  )
}

/** One song by its name, several by their artists. */
function nameAll(batches: BatchRecord[]): string {
  const names = batches.map(findNames)
  const artists = [...new Set(names.map(({ artist }) => artist))].filter(Boolean)
  return batches.length === 1 ? `${names[0]?.title} – ${artists[0] ?? ''}` : artists.slice(0, 3).join(', ')
}
