import { ApiError, type Brand, type Result } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { showError, showToast } from '../../components/toast.tsx'
import { type BrandDraft, composeInput, composePatch, findFaults } from './brand-draft.ts'
import { forgetDraft } from './kept-draft.ts'

type Saving = {
  brand: Result<Brand> | undefined
  draft: BrandDraft
  onSend(draft: BrandDraft): void
  onSaved(): Promise<void>
}

/** Saves a brand, unless something is wrong with it or somebody else has changed it meanwhile. */
export function useBrandSave({ brand, draft, onSend, onSaved }: Saving) {
  const { route } = useLocation()
  const [isTried, setTried] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})

  const create = async () => {
    const { brandId } = await songreel.brands.create(composeInput(draft))
    forgetDraft('new')
    showToast('Saved')
    route(`/brands/${brandId}`, true)
  }
  const update = async (known: Result<Brand>, tag: string | null) => {
    const headers = tag ? { 'If-Match': tag } : undefined
    onSend(draft)
    await songreel.brands.update(known.brandId, composePatch(draft, known), { headers })
    forgetDraft(known.brandId)
    showToast('Saved. Videos that are made from now on wear it.')
    await onSaved()
  }
  const attempt = async (work: () => Promise<void>) => {
    setErrors({})
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PRECONDITION_FAILED') return setOutdated(true)
      const details = error instanceof ApiError ? error.details : []
      setErrors(Object.fromEntries(details.map(({ field, message }) => [field, message])))
      showError(error)
    }
  }
  return {
    /** Whether somebody wanted to save: before that, an empty name is no mistake. */
    isTried,
    isOutdated,
    errors,
    dismiss: () => setOutdated(false),
    save: async () => {
      setTried(true)
      if (Object.keys(findFaults(draft)).length > 0) return
      await attempt(() => (brand ? update(brand, brand.$meta.headers.get('etag')) : create()))
    },
    /** Only what was changed here is written, over whatever is there. */
    overwrite: async () => {
      setOutdated(false)
      if (brand) await attempt(() => update(brand, null))
    },
  }
}
