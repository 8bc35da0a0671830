import type { BatchRecord } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { toOwnUrl } from '../../client.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { Moment } from '../../components/moment.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { ProgressRow } from '../../components/progress-row.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { takeAccent } from '../../components/take-accent.ts'
import { findNames } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { describeCounts, findPoster } from '../../format/describe-batch.ts'
import type { PageProps } from '../../page.ts'
import { BatchActions } from './batch-actions.tsx'
import './batch.css'
import { CompareCard } from './compare-card.tsx'
import { RenderDetail } from './render-detail.tsx'
import { RenderRow } from './render-row.tsx'
import { useBatch } from './use-batch.ts'
import { useCompare } from './use-compare.ts'

/** One batch: its videos as they are made, and everything about the one that is looked at. */
export function BatchPage({ params: { id = '' } }: PageProps) {
  const { batch, isMissing, take } = useBatch(id)
  const { query, route } = useLocation()
  usePageRequest(`/v1/batches/${id}`, `const batch = await songreel.batches.get('${id}')`)
  usePageTitle(batch && (findNames(batch).title || (batch.ref ?? undefined)))
  const poster = batch && findPoster(batch)
  const compare = useCompare(batch)
  useEffect(() => {
    // A poster that is gone by now leaves the accent as it is.
    if (poster) takeAccent(toOwnUrl(poster)).catch(() => {})
  }, [poster?.split('?', 1)[0]])

  if (isMissing)
    return (
      <NotFoundPage
        what="batch"
        why="It may belong to another organization, or the address is cut off."
        back={{ href: '/batches', label: 'All batches' }}
      />
    )
  if (!batch) return <EmptyState isPage title="One moment…" />
  const { title } = findNames(batch)
  const shown = batch.renders.find(({ renderId }) => renderId === query.render) ?? findFirst(batch)
  const show = (renderId: string) => route(`/batches/${id}?render=${renderId}`, true)
  return (
    <div class="batch">
      <BatchHead batch={batch} />
      <BatchActions
        batch={batch}
        onChange={take}
        onCompare={compare.videos.length > 1 ? compare.toggle : undefined}
      />
      {!batch.isFinal && (
        <ProgressRow percent={batch.progress} label={`Progress of ${title || 'the batch'}`} />
      )}
      <div class={compare.chosen ? 'batch-parts is-comparing' : 'batch-parts'}>
        {compare.chosen && (
          <CompareCard
            videos={compare.videos}
            chosen={compare.chosen}
            onChoose={compare.choose}
            onClose={compare.toggle}
          />
        )}
        <section class="stack" aria-label="Videos">
          <ul class="renders">
            {batch.renders.map((render) => (
              <RenderRow
                key={render.renderId}
                batch={batch}
                render={render}
                isShown={render.renderId === shown?.renderId}
                onShow={() => show(render.renderId)}
              />
            ))}
          </ul>
        </section>
        {shown && !compare.chosen && <RenderDetail key={shown.renderId} batch={batch} render={shown} />}
      </div>
    </div>
  )
}

function BatchHead({ batch }: { batch: BatchRecord }) {
  const { title, artist } = findNames(batch)
  return (
    <header class="batch-head">
      <p class="small">
        <a href="/batches">← Batches</a>
      </p>
      <div class="row">
        <h1>
          <bdi>{title || batch.ref || 'Batch'}</bdi>
        </h1>
        <StatusPill status={batch.status} />
        <span class="soft figures">{describeCounts(batch)}</span>
      </div>
      <p class="row soft small">
        <span>{artist}</span>
        <span>
          made <Moment at={batch.createdAt} />
        </span>
        {batch.ref && (
          <span>
            sent as <a href={`/references/${encodeURIComponent(batch.ref)}`}>{batch.ref}</a>
          </span>
        )}
        <Id value={batch.batchId} label="batch id" />
      </p>
    </header>
  )
}

/** The first video that can be looked at, or else the first at all. */
function findFirst({ renders }: BatchRecord) {
  return renders.find(({ renderUrl }) => renderUrl) ?? renders[0]
}
