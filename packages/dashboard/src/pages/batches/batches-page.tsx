import type { BatchRecord } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { More, Table } from '../../components/table.tsx'
import { useBatchList } from '../../data/batch-list.ts'
import { findNames } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { useOwnQuery } from '../../data/use-own-query.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'
import { listColumns } from './batch-columns.tsx'
import { BatchFilters, type Chosen } from './batch-filters.tsx'
import { type BatchRow, groupByRef, toFilter } from './batch-rows.ts'
import { ChosenBar } from './chosen-bar.tsx'

const PAGE_SIZE = 50
const MOST_COUNTED = 10_000

/** All batches with their states as they change; what was sent together is one row. */
export function BatchesPage() {
  const { status, q, ref, from, to, order } = useOwnQuery('/batches')
  const { route } = useLocation()
  const chosen: Chosen = { status, q, ref, from, to, order }
  const filter = toFilter(chosen)
  const { batches, total, hasMore, loadMore, error } = useBatchList({ ...filter, total: true }, PAGE_SIZE)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  usePageRequest(
    describePath(filter),
    `const { items } = await songreel.batches.list(${describeFilter(filter)})`,
  )
  const choose = (next: Chosen) => {
    // Who typed and clicked on has left, although the list stays on the screen until the next page is here.
    if (location.pathname !== '/batches') return
    const wanted = Object.entries({ ...chosen, ...next }).filter(([, value]) => value) as [string, string][]
    route(`/batches${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`, true)
  }
  const rows = groupByRef(batches ?? [], hasMore)
  const mark = (some: BatchRow[], isOn: boolean) => {
    const ids = some.flatMap((row) => row.batches.map(({ batchId }) => batchId))
    setMarked(new Set(isOn ? [...marked, ...ids] : [...marked].filter((id) => !ids.includes(id))))
  }
  const selection = {
    isChosen: (row: BatchRow) => row.batches.every(({ batchId }) => marked.has(batchId)),
    nameOf: (row: BatchRow) => row.ref ?? findNames(row.batches[0] as BatchRecord).title,
    onChoose: mark,
  }
  const columns = listColumns({
    order: order === 'asc' ? 'asc' : 'desc',
    onOrder: (next) => choose({ order: next }),
  })
  const isFiltered = Object.keys(filter).some((name) => name !== 'order')
  return (
    <>
      <div class="page-head">
        <h1>Batches</h1>
        <span class="soft small figures">
          {total !== undefined && describeTotal(total)} <a href="/shares">Shared links</a>
        </span>
        <BatchFilters chosen={chosen} onChoose={choose} />
      </div>
      {error !== undefined && <EmptyState title="The list could not be read" text={describeError(error)} />}
      {batches?.length === 0 && <Nothing isFiltered={isFiltered} onClear={() => route('/batches', true)} />}
      <ChosenBar
        batches={(batches ?? []).filter(({ batchId }) => marked.has(batchId))}
        onClear={() => setMarked(new Set())}
      />
      {rows.length > 0 && (
        <Table
          label="Batches"
          rows={rows}
          columns={columns}
          keyOf={({ key }) => key}
          selection={hasScope('write') ? selection : undefined}
        />
      )}
      {hasMore && <More key={batches?.length} onSeen={loadMore} />}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return (
    <EmptyState
      title={isFiltered ? 'No batch passes this filter' : 'No batches yet'}
      text={
        isFiltered
          ? 'Choose another state or other days, or look for less.'
          : 'The overview has a first one for you.'
      }
    >
      {isFiltered ? (
        <Button onPress={onClear}>Show all</Button>
      ) : (
        <LinkButton href="/">Go to the overview</LinkButton>
      )}
    </EmptyState>
  )
}

function describeTotal(total: number): string {
  if (total >= MOST_COUNTED) return '10,000+ batches ·'
  return total === 1 ? '1 batch ·' : `${total.toLocaleString('en')} batches ·`
}

function describeFilter(filter: object): string {
  return Object.keys(filter).length > 0 ? JSON.stringify(filter) : ''
}

function describePath(filter: object): string {
  const entries = Object.entries(filter).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ])
  return `/v1/batches${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`
}
