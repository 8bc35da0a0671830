import type { ListedContent } from '@songreel/sdk'
import { useLocation } from 'preact-iso'
import { songreel, toOwnUrl } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { showToast } from '../../components/toast.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { forgetTemplates } from '../../data/templates.ts'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import './deleted-looks.css'

/** The looks of the organization that were deleted and can be brought back. */
export function DeletedLooks() {
  const { value, error } = useRead((options) => songreel.contents.list({ ...options, deleted: true }))
  usePageRequest(
    '/v1/contents?deleted=true',
    'const { items } = await songreel.contents.list({ deleted: true })',
  )
  return (
    <>
      <div class="page-head">
        <h1>Deleted looks</h1>
        <span class="push">
          <LinkButton href="/templates">Back to the templates</LinkButton>
        </span>
      </div>
      {error !== undefined && <EmptyState title="The looks could not be read" text={describeError(error)} />}
      {value?.items.length === 0 && (
        <EmptyState
          title="No deleted looks"
          text="What is deleted stays here, for 30 days if nobody has set it otherwise, and can be brought back."
        />
      )}
      {value && value.items.length > 0 && (
        <ul class="deleted-looks">
          {value.items.map((look) => (
            <DeletedLook key={look.contentId} look={look} />
          ))}
        </ul>
      )}
    </>
  )
}

function DeletedLook({
  look: { contentId, name, version, deletedAt, previewImageUrl },
}: {
  look: ListedContent
}) {
  const { route } = useLocation()
  const restore = async () => {
    await songreel.contents.restore(contentId)
    forgetTemplates()
    showToast(`“${name}” is back.`)
    route(`/templates/${contentId}`)
  }
  return (
    <li>
      <img src={toOwnUrl(previewImageUrl)} alt="" loading="lazy" decoding="async" />
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="soft small">
          version {version}
          {deletedAt && (
            <>
              , deleted <Moment at={deletedAt} />
            </>
          )}
        </span>
      </span>
      <Button needs="write" aria-label={`Restore ${name}`} onPress={restore}>
        Restore
      </Button>
    </li>
  )
}
