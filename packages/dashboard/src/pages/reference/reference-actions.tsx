import type { BatchRecord } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { StopDialog } from '../../components/stop-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { formatCount } from '../../format/format.ts'
import type { sumBatches } from '../../format/sum-batches.ts'
import { hasScope } from '../../session/scopes.ts'
import { ShareDialog } from '../../sharing/share-dialog.tsx'

type Props = {
  reference: string
  batches: BatchRecord[]
  all: ReturnType<typeof sumBatches>
  onChange(): Promise<void>
}

/** What can be done with everything that was sent together. */
export function ReferenceActions({ reference: ref, batches, all, onChange }: Props) {
  const [asks, setAsks] = useState<'share' | 'stop'>()
  const { counts, isFinal } = all
  const open = counts.pending + counts.active
  const again = counts.failed + counts.canceled
  const hasFiles = batches.some(({ renders }) => renders.some(({ renderUrl }) => renderUrl))
  const mayWrite = hasScope('write')
  const retry = async () => {
    const { renders } = await songreel.batches.retry({ ref })
    showToast(`${formatCount(renders, 'video')} will be tried again`)
    await onChange()
  }
  const stop = async () => {
    await songreel.batches.cancel({ ref })
    setAsks(undefined)
    await onChange()
  }
  return (
    <div class="row">
      {hasFiles && (
        <LinkButton
          href={`/v1/batches/archive?${new URLSearchParams({ ref })}`}
          download
          loudness={isFinal ? 'main' : undefined}
        >
          Download all (ZIP)
        </LinkButton>
      )}
      {mayWrite && <Button onPress={() => setAsks('share')}>Share</Button>}
      {mayWrite && again > 0 && <Button onPress={retry}>Try again ({again})</Button>}
      {mayWrite && open > 0 && (
        <Button loudness="danger" onPress={() => setAsks('stop')}>
          Stop
        </Button>
      )}
      {asks === 'share' && <ShareDialog of={{ ref }} title={ref} onClose={() => setAsks(undefined)} />}
      {asks === 'stop' && <StopDialog count={open} onStop={stop} onClose={() => setAsks(undefined)} />}
    </div>
  )
}
