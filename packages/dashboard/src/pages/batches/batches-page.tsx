import type { BatchRecord } from '@songreel/sdk'
import { useLocation } from 'preact-iso'
import { useBatchList } from '../../live/batch-list.ts'
import { usePageRequest } from '../../live/page-request.ts'
import { useOwnQuery } from '../../live/use-own-query.ts'
import { Button } from '../../parts/button.tsx'
import { describeError } from '../../parts/describe-error.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { ProgressRow } from '../../parts/progress-row.tsx'
import { StatusPill } from '../../parts/status-pill.tsx'
import { type Column, More, Table } from '../../parts/table.tsx'
import { describeCounts, listRatios } from '../../words/describe-batch.ts'
import { Id } from '../../words/id.tsx'
import { Moment } from '../../words/moment.tsx'
import { SongLink } from '../../words/song-link.tsx'
import { BatchFilters, type Chosen } from './batch-filters.tsx'

const PAGE_SIZE = 50

const COLUMNS: Column<BatchRecord>[] = [
  { head: 'Song', cell: (batch) => <SongLink batch={batch} /> },
  { head: 'State', cell: (batch) => <State batch={batch} /> },
  { head: 'Shapes', cell: (batch) => listRatios(batch).join(', '), isExtra: true },
  { head: 'Reference', cell: ({ ref }) => ref && <Id value={ref} label="reference" />, isExtra: true },
  { head: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} />, isNumber: true, isExtra: true },
]

/** All batches, newest first, with their states as they change. */
export function BatchesPage() {
  const query = useOwnQuery('/batches')
  const { route } = useLocation()
  const chosen: Chosen = { status: query.status, ref: query.ref }
  const filter = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value))
  const { batches, hasMore, loadMore, error } = useBatchList(filter, PAGE_SIZE)
  const search = new URLSearchParams(filter).toString()
  usePageRequest(
    `/v1/batches${search && `?${search}`}`,
    `const { items } = await songreel.batches.list(${search ? JSON.stringify(filter) : ''})`,
  )
  const choose = (next: Chosen) => {
    const wanted = Object.entries({ ...chosen, ...next }).filter(([, value]) => value) as [string, string][]
    route(`/batches${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`, true)
  }
  return (
    <>
      <div class="page-head">
        <h1>Batches</h1>
        <BatchFilters chosen={chosen} onChoose={choose} />
      </div>
      {error !== undefined && <EmptyState title="The list could not be read" text={describeError(error)} />}
      {batches?.length === 0 && (
        <EmptyState
          title={search ? 'No batch passes this filter' : 'No batches yet'}
          text={
            search
              ? 'Choose another state, or take the reference out.'
              : 'The overview has a first one for you.'
          }
        >
          {search ? (
            <Button onPress={() => choose({ status: '', ref: '' })}>Show all</Button>
          ) : (
            <LinkButton href="/">Go to the overview</LinkButton>
          )}
        </EmptyState>
      )}
      {batches && batches.length > 0 && (
        <Table label="Batches" rows={batches} columns={COLUMNS} keyOf={({ batchId }) => batchId} />
      )}
      {hasMore && <More key={batches?.length} onSeen={loadMore} />}
    </>
  )
}

function State({ batch }: { batch: BatchRecord }) {
  if (batch.isFinal)
    return (
      <div class="row">
        <StatusPill status={batch.status} /> <span class="soft small">{describeCounts(batch)}</span>
      </div>
    )
  return (
    <div class="row">
      <StatusPill status={batch.status} />
      <ProgressRow percent={batch.progress} label="Progress" />
    </div>
  )
}
