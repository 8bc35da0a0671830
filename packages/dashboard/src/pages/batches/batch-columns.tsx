import type { BatchRecord } from '@songreel/sdk'
import { Id } from '../../components/id.tsx'
import { Moment } from '../../components/moment.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { SongLink } from '../../components/song-link.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import type { Column } from '../../components/table.tsx'
import { Thumb } from '../../components/thumb.tsx'
import { describeCounts, findPoster, listRatios } from '../../format/describe-batch.ts'
import { sumBatches } from '../../format/sum-batches.ts'
import type { BatchRow } from './batch-rows.ts'

type Options = { order: 'asc' | 'desc'; onOrder(next: string): void }

/** What the list shows of a batch, or of everything with one reference. */
export function listColumns({ order, onOrder }: Options): Column<BatchRow>[] {
  const sort = {
    order: order === 'asc' ? 'ascending' : 'descending',
    onTurn: () => onOrder(order === 'asc' ? '' : 'asc'),
  } as const
  return [
    { head: 'Song', cell: (row) => <Name row={row} /> },
    { head: 'State', cell: ({ batches }) => <State {...sumBatches(batches)} /> },
    { head: 'Shapes', cell: ({ batches }) => listShapes(batches), isExtra: true },
    { head: 'Reference', cell: ({ batches }) => <Reference batches={batches} />, isExtra: true },
    {
      head: 'Made',
      cell: ({ batches: [first] }) => first && <Moment at={first.createdAt} />,
      isNumber: true,
      isExtra: true,
      sort,
    },
  ]
}

function listShapes(batches: BatchRecord[]): string {
  return [...new Set(batches.flatMap(listRatios))].join(', ')
}

function Name({ row: { batches, ref, isPartial } }: { row: BatchRow }) {
  const [first] = batches
  if (!ref) return first ? <SongLink batch={first} /> : null
  const poster = batches.map(findPoster).find(Boolean)
  return (
    <a class="song" href={`/references/${encodeURIComponent(ref)}`}>
      <Thumb url={poster} />
      <span class="song-words">
        <span class="song-title">{ref}</span>
        <span class="soft small">
          {batches.length}
          {isPartial && '+'} songs together
        </span>
      </span>
    </a>
  )
}

function Reference({ batches: [first] }: { batches: BatchRecord[] }) {
  return first?.ref ? <Id value={first.ref} label="reference" /> : null
}

function State(sum: ReturnType<typeof sumBatches>) {
  return (
    <div class="row">
      <StatusPill status={sum.status} />
      {sum.isFinal ? (
        <span class="soft small">{describeCounts(sum)}</span>
      ) : (
        <ProgressRow percent={sum.progress} label="Progress" />
      )}
    </div>
  )
}
