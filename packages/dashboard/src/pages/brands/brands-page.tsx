import type { Artist, Brand } from '@songreel/sdk'
import { useLocation } from 'preact-iso'
import { toFileUrl } from '../../catalogue/covers.ts'
import { useList } from '../../catalogue/use-list.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { More } from '../../components/table.tsx'
import { showToast } from '../../components/toast.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { useOwnQuery } from '../../data/use-own-query.ts'
import { useRead } from '../../data/use-read.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'
import './brands.css'

/** A brand in a list; one that was deleted says when. */
type ListedBrand = Brand & { deletedAt?: string }

/** Artists that a list of brands asks for: enough to name who wears what. */
const ARTISTS = 100
const NAMED = 3

/** The brands of the organization, and who wears which. */
export function BrandsPage() {
  const isDeleted = useOwnQuery('/brands').deleted === 'true'
  usePageRequest(
    `/v1/brands${isDeleted ? '?deleted=true' : ''}`,
    `const { items } = await songreel.brands.list(${isDeleted ? '{ deleted: true }' : ''})`,
  )
  return (
    <>
      <div class="page-head">
        <h1>{isDeleted ? 'Deleted brands' : 'Brands'}</h1>
        <span class="row push">
          <LinkButton href={isDeleted ? '/brands' : '/brands?deleted=true'}>
            {isDeleted ? 'Back to the brands' : 'Deleted'}
          </LinkButton>
          {!isDeleted && hasScope('write') && (
            <LinkButton href="/brands/new" loudness="main">
              New brand
            </LinkButton>
          )}
        </span>
      </div>
      <BrandList key={String(isDeleted)} isDeleted={isDeleted} />
    </>
  )
}

function BrandList({ isDeleted }: { isDeleted: boolean }) {
  const { items, error, hasMore, loadMore } = useList(`brands ${isDeleted}`, (page) =>
    songreel.brands.list({ ...page, ...(isDeleted && { deleted: true }) }),
  )
  const { value: organization } = useRead(() => songreel.organizations.get('me'))
  const { value: artists } = useRead(() => songreel.artists.list({ limit: ARTISTS }))
  if (error !== undefined)
    return <EmptyState title="The brands could not be read" text={describeError(error)} />
  if (!items) return null
  if (items.length === 0) return <NoBrands isDeleted={isDeleted} />
  return (
    <>
      <ul class="brand-list">
        {items.map((brand) => (
          <li key={brand.brandId} data-move>
            {isDeleted ? (
              <DeletedBrand brand={brand} />
            ) : (
              <BrandLink
                brand={brand}
                isOwn={organization?.brandId === brand.brandId}
                artists={artists?.items.filter(({ brandId }) => brandId === brand.brandId) ?? []}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && <More key={items.length} onSeen={loadMore} />}
    </>
  )
}

function NoBrands({ isDeleted }: { isDeleted: boolean }) {
  if (isDeleted)
    return (
      <EmptyState
        title="No deleted brands"
        text="What is deleted stays here, for 30 days if nobody has set it otherwise, and can be brought back."
      />
    )
  return (
    <EmptyState
      title="No brands yet"
      text="A brand is what all your videos wear: your logo, fonts, colours and end card. Set it once, and every template wears it."
    >
      {hasScope('write') && (
        <LinkButton href="/brands/new" loudness="main">
          Make the first one
        </LinkButton>
      )}
    </EmptyState>
  )
}

const ROLES = ['background', 'text', 'accent', 'accent2'] as const

type LinkProps = { brand: ListedBrand; isOwn: boolean; artists: Artist[] }

function BrandLink({ brand, isOwn, artists }: LinkProps) {
  const { brandId, name, colors } = brand
  const wearers = [isOwn && 'All videos', describeArtists(artists)].filter(Boolean).join(' · ')
  return (
    <a class="brand-link" href={`/brands/${brandId}`}>
      <BrandTile brand={brand} />
      <span class="brand-link-words">
        <strong>{name}</strong>
        <span class="soft small">{wearers || 'Nobody wears it yet'}</span>
      </span>
      <span class="brand-swatches" aria-hidden="true">
        {ROLES.flatMap((role) => {
          const colour = colors?.[role]
          return colour ? [<i key={role} style={{ background: colour }} />] : []
        })}
      </span>
    </a>
  )
}

/** The logo on the brand's own ground; without one, the first letter of its name in its colours. */
function BrandTile({ brand: { name, colors, logoAssetId, logoDarkAssetId } }: { brand: ListedBrand }) {
  const ground = colors?.background
  const logo = toFileUrl(
    ground && isDark(ground) ? (logoDarkAssetId ?? logoAssetId) : (logoAssetId ?? logoDarkAssetId),
  )
  return (
    <span
      class="brand-tile"
      style={{ ...(ground && { background: ground }), ...(colors?.text && { color: colors.text }) }}
    >
      {logo ? <img src={logo} alt="" loading="lazy" /> : <span aria-hidden="true">{[...name][0]}</span>}
    </span>
  )
}

const MIDDLE_GREY = 128

function isDark(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue < MIDDLE_GREY
}

function describeArtists(artists: Artist[]): string {
  const names = artists.slice(0, NAMED).map(({ name }) => name)
  const more = artists.length - names.length
  return names.length === 0 ? '' : [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function DeletedBrand({ brand }: { brand: ListedBrand }) {
  const { route } = useLocation()
  const restore = async () => {
    await songreel.brands.restore(brand.brandId)
    showToast(`“${brand.name}” is back.`)
    route(`/brands/${brand.brandId}`)
  }
  return (
    <div class="brand-link">
      <BrandTile brand={brand} />
      <span class="brand-link-words">
        <strong>{brand.name}</strong>
        {brand.deletedAt && (
          <span class="soft small">
            deleted <Moment at={brand.deletedAt} />
          </span>
        )}
      </span>
      <Button needs="write" aria-label={`Restore ${brand.name}`} onPress={restore}>
        Restore
      </Button>
    </div>
  )
}
