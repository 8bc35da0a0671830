import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { toOwnUrl } from '../../client.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailureWords } from '../../components/failure.tsx'
import { Id } from '../../components/id.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { Thumb } from '../../components/thumb.tsx'
import { findNames, findTitle } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { findRenderState } from '../../data/render-state.ts'
import { nameVideo } from '../../data/templates.ts'
import { describeCounts } from '../../format/describe-batch.ts'
import { describeError } from '../../format/describe-error.ts'
import { formatCount } from '../../format/format.ts'
import { sumBatches } from '../../format/sum-batches.ts'
import type { PageProps } from '../../page.ts'
import { ReferenceActions } from './reference-actions.tsx'
import './reference.css'
import { useReference } from './use-reference.ts'

/** Everything that was sent under one reference, as one thing: its songs, and the videos of each. */
export function ReferencePage({ params: { name: ref = '' } }: PageProps) {
  const { batches, error, reload } = useReference(ref)
  usePageRequest(
    `/v1/batches?${new URLSearchParams({ ref })}`,
    `const { items } = await songreel.batches.list({ ref: ${JSON.stringify(ref)} })`,
  )
  if (!batches)
    return (
      <EmptyState
        isPage
        title={error ? 'It could not be read' : 'One moment…'}
        text={error ? describeError(error) : undefined}
      />
    )
  if (batches.length === 0)
    return (
      <EmptyState isPage title="Nothing was sent under this reference" text={`No batch has “${ref}”.`}>
        <LinkButton href="/batches">All batches</LinkButton>
      </EmptyState>
    )
  const all = sumBatches(batches)
  const first = batches[0]
  return (
    <div class="reference">
      <header class="stack">
        <p class="small">
          <a href="/batches">← Batches</a>
        </p>
        <div class="row">
          <h1>{ref}</h1>
          <StatusPill status={all.status} />
          <span class="soft figures">
            {formatCount(countSongs(batches), 'song')} · {describeCounts(all)}
          </span>
        </div>
        <p class="row soft small">
          <span>sent {first && <Moment at={first.createdAt} />}</span>
          <Id value={ref} label="reference" />
        </p>
      </header>
      <ReferenceActions reference={ref} batches={batches} all={all} onChange={reload} />
      {!all.isFinal && <ProgressRow percent={all.progress} label={`Progress of ${ref}`} />}
      <ul class="reference-songs">
        {batches.map((batch) => (
          <Song key={batch.batchId} batch={batch} />
        ))}
      </ul>
    </div>
  )
}

function Song({ batch }: { batch: BatchRecord }) {
  const { title, artist } = findNames(batch)
  return (
    <li class="reference-song">
      <div class="row" data-move>
        <h2>
          <a href={`/batches/${batch.batchId}`}>
            <bdi>{title || '…'}</bdi>
          </a>{' '}
          <bdi class="soft">{artist}</bdi>
        </h2>
        <span class="row push">
          <StatusPill status={batch.status} />
          <span class="soft small figures">{describeCounts(batch)}</span>
        </span>
      </div>
      <ul class="reference-videos">
        {batch.renders.map((render) => (
          <Video key={render.renderId} batch={batch} render={render} />
        ))}
      </ul>
      {listErrors(batch).map(({ error, mediaId }) => (
        <p key={error.message} class="small reference-reason">
          <FailureWords batch={batch} mediaId={mediaId} error={error} />
        </p>
      ))}
    </li>
  )
}

function countSongs(batches: BatchRecord[]): number {
  const songs = batches.flatMap(({ mediaId, renders }) => mediaId ?? renders.map((render) => render.mediaId))
  return new Set(songs).size
}

/** Why videos of a song failed, each reason once: a cover that is not there fails all of them. */
function listErrors({ renders }: BatchRecord) {
  const errors = renders.flatMap(({ error, mediaId }) => (error ? [{ error, mediaId }] : []))
  const messages = errors.map(({ error }) => error.message)
  return errors.filter(({ error }, index) => messages.indexOf(error.message) === index)
}

function Video({ batch, render }: { batch: BatchRecord; render: BatchRender }) {
  const { renderId, mediaId, renderUrl, aspectRatio, fileName } = render
  const state = findRenderState(render)
  const isMoving = !['PENDING', 'COMPLETED', 'FAILED', 'CANCELED'].includes(state)
  return (
    <li>
      <a class="reference-video" href={`/batches/${batch.batchId}?render=${renderId}`}>
        <Thumb url={render.posterUrl} />
        <span class="song-words">
          <span class="song-title">
            {mediaId ? <bdi>{findTitle(batch, render) || '…'}</bdi> : aspectRatio}
          </span>
          <span class="soft small">
            {mediaId && `${aspectRatio} · `}
            {nameVideo(render)}
          </span>
        </span>
      </a>
      {renderUrl ? (
        <LinkButton isSmall href={`${toOwnUrl(renderUrl)}&download=1`} download={fileName}>
          Download
        </LinkButton>
      ) : (
        <StatusPill status={state} />
      )}
      {isMoving && <ProgressRow percent={render.progress} label={`Progress of ${aspectRatio}`} />}
    </li>
  )
}
