import type { Scope } from '@songreel/contract'
import { useState } from 'preact/hooks'
import { Field } from '../components/field.tsx'
import { showError, showToast } from '../components/toast.tsx'
import { useBrands } from '../data/brands.ts'
import { hasScope } from '../session/scopes.ts'
import './brand-choice.css'

type Props = {
  /** The brand that is set; undefined if none is. */
  brandId: string | undefined
  /** What counts while none is set. */
  none: string
  needs: Scope
  onChoose(brandId: string | null): Promise<void>
}

/** Which brand videos wear, chosen at once, with a way back, and a link to the brand itself. */
export function BrandChoice({ brandId, none, needs, onChoose }: Props) {
  const brands = useBrands()
  const [isBusy, setBusy] = useState(false)
  const choose = async (next: string) => {
    setBusy(true)
    try {
      await onChoose(next || null)
      const name = brands?.find((brand) => brand.brandId === next)?.name
      showToast(name ? `New videos wear “${name}”.` : 'New videos wear no brand of their own.', {
        label: 'Undo',
        onPress: () => onChoose(brandId ?? null),
      })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  if (!brands) return <div class="brand-choice" aria-busy="true" />
  if (brands.length === 0)
    return (
      <p class="brand-choice soft small">
        <span>
          No brands yet. <a href="/brands/new">Make one</a>: logo, fonts and colours that videos wear.
        </span>
      </p>
    )
  const isGone = brandId !== undefined && !brands.some((brand) => brand.brandId === brandId)
  return (
    <div class="brand-choice">
      <Field label="Brand">
        {(box) => (
          <select
            {...box}
            value={brandId ?? ''}
            disabled={isBusy || !hasScope(needs)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{none}</option>
            {isGone && <option value={brandId}>A brand that was deleted</option>}
            {brands.map((brand) => (
              <option key={brand.brandId} value={brand.brandId}>
                {brand.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <a class="small" href={brandId && !isGone ? `/brands/${brandId}` : '/brands'}>
        {brandId && !isGone ? 'See the brand' : 'All brands'}
      </a>
    </div>
  )
}
