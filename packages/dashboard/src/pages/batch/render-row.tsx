import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel, toOwnUrl } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { FailureWords } from '../../components/failure.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { Thumb } from '../../components/thumb.tsx'
import { findTitle } from '../../data/names.ts'
import { findRenderState } from '../../data/render-state.ts'
import { nameVideo } from '../../data/templates.ts'
import { formatLength, formatPlace, formatSecs } from '../../format/format.ts'
import { useRender } from './use-render.ts'

type Props = { batch: BatchRecord; render: BatchRender; isShown: boolean; onShow(): void }

/** A video of a batch in one row: what it is, where it is, and what can be done. */
export function RenderRow({ batch, render, isShown, onShow }: Props) {
  const { renderId, mediaId, aspectRatio, renderUrl, durationSecs, error } = render
  const status = findRenderState(render)
  const isOpen = !['COMPLETED', 'FAILED', 'CANCELED'].includes(status)
  return (
    <li class={isShown ? 'render is-shown' : 'render'} data-move>
      <button type="button" class="render-name" aria-pressed={isShown} onClick={onShow}>
        <Thumb url={render.posterUrl} />
        <span class="song-words">
          {mediaId && (
            <span class="song-title">
              <bdi>{findTitle(batch, render) || '…'}</bdi>
            </span>
          )}
          <span class={mediaId ? 'small' : 'song-title'}>{aspectRatio}</span>
          <span class="soft small">{nameVideo(render)}</span>
        </span>
      </button>
      <div class="render-state">
        <div class="row">
          <StatusPill status={status} />
          {durationSecs !== undefined && <span class="soft small figures">{formatLength(durationSecs)}</span>}
          {status === 'PENDING' && <Waiting render={render} />}
        </div>
        {isOpen && status !== 'PENDING' && (
          <ProgressRow percent={render.progress} label={`Progress of ${aspectRatio}`} />
        )}
        {error && (
          <p class="small">
            <FailureWords batch={batch} mediaId={mediaId} error={error} />
          </p>
        )}
      </div>
      <div class="row">
        {renderUrl && (
          <LinkButton isSmall href={`${toOwnUrl(renderUrl)}&download=1`} download={render.fileName}>
            Download
          </LinkButton>
        )}
        {(status === 'FAILED' || status === 'CANCELED') && (
          <Button needs="write" isSmall onPress={() => songreel.renders.retry(renderId)}>
            Try again
          </Button>
        )}
        {isOpen && (
          <Button needs="write" isSmall loudness="plain" onPress={() => songreel.renders.cancel(renderId)}>
            Stop
          </Button>
        )}
      </div>
    </li>
  )
}

function Waiting({ render }: { render: BatchRender }) {
  const [moves, setMoves] = useState(0)
  const known = useRender(render, moves)
  if (!known) return null
  const { queuePosition, etaSecs, waitingFor } = known
  const place = queuePosition ? `${formatPlace(queuePosition)} in line` : undefined
  const eta = etaSecs ? `about ${formatSecs(etaSecs)}` : undefined
  const moveUp = async () => {
    await songreel.renders.moveUp(render.renderId)
    setMoves(moves + 1)
  }
  return (
    <>
      <span class="soft small figures">{[waitingFor ?? place, eta].filter(Boolean).join(' · ')}</span>
      {queuePosition && queuePosition > 1 && (
        <Button needs="write" isSmall loudness="plain" onPress={moveUp}>
          Move up
        </Button>
      )}
    </>
  )
}
