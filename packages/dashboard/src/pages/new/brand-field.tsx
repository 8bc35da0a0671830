import { Field } from '../../components/field.tsx'
import { useBrands } from '../../data/brands.ts'
import { changeDraft, draft } from './draft.ts'

const USUAL = 'usual'
const NONE = 'none'

/** Which brand all videos of the batch wear, where there are several to choose from. */
export function BrandField() {
  const brands = useBrands()
  const { brandId } = draft.value
  if (!brands || brands.length < 2) return null
  const choose = (value: string) =>
    changeDraft({ brandId: value === USUAL ? undefined : value === NONE ? null : value })
  return (
    <Field label="Brand, in all templates">
      {(box) => (
        <select
          {...box}
          value={brandId === undefined ? USUAL : (brandId ?? NONE)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value={USUAL}>That of the artist or the organization</option>
          {brands.map((brand) => (
            <option key={brand.brandId} value={brand.brandId}>
              {brand.name}
            </option>
          ))}
          <option value={NONE}>None</option>
        </select>
      )}
    </Field>
  )
}
