import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { More } from '../../components/table.tsx'
import { useGrowingList } from '../../data/growing-list.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { describeError } from '../../format/describe-error.ts'
import { formatCount } from '../../format/format.ts'
import { ShareList } from '../../sharing/share-list.tsx'

const FILTER = { total: true }

/** Every link that was made for people without an account. */
export function SharesPage() {
  const { items, total, hasMore, loadMore, reload, error } = useGrowingList(
    FILTER,
    (query, options) => songreel.shares.list({ ...query, limit: 50 }, options),
    ({ shareId }) => shareId,
  )
  usePageRequest('/v1/shares', 'const { items } = await songreel.shares.list()')
  return (
    <>
      <div class="page-head">
        <h1>Shared links</h1>
      </div>
      {error !== undefined && <EmptyState title="The list could not be read" text={describeError(error)} />}
      {items?.length === 0 && (
        <EmptyState
          title="Nothing is shared"
          text="Share on the page of a batch makes a page with its videos for people without an account."
        >
          <LinkButton href="/batches">All batches</LinkButton>
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <Card
          title="Pages for people without an account"
          aside={total !== undefined && <span class="soft small">{formatCount(total, 'link')}</span>}
        >
          <ShareList shares={items} onChange={reload} />
        </Card>
      )}
      {hasMore && <More key={items?.length} onSeen={loadMore} />}
    </>
  )
}
