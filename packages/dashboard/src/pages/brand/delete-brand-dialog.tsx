import type { Brand, Result } from '@songreel/sdk'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { formatCount } from '../../format/format.ts'
import { forgetDraft } from './kept-draft.ts'

const MOST = 100

/** Asks before a brand is deleted, and says who wears it. Afterwards there is a way back. */
export function DeleteBrandDialog({ brand, onClose }: { brand: Result<Brand>; onClose(): void }) {
  const { route } = useLocation()
  const { brandId, name } = brand
  const { value: wearers } = useRead(() => describeWearers(brandId))
  const undo = async () => {
    await songreel.brands.restore(brandId)
    route(`/brands/${brandId}`)
  }
  const remove = async () => {
    const tag = brand.$meta.headers.get('etag')
    await songreel.brands.delete(brandId, tag ? { headers: { 'If-Match': tag } } : {})
    forgetDraft(brandId)
    onClose()
    route('/brands')
    showToast(`“${name}” is deleted.`, { label: 'Undo', onPress: undo })
  }
  return (
    <Dialog title={`Delete “${name}”?`} onClose={onClose}>
      <p>
        {wearers === undefined ? 'Looking who wears it…' : wearers} Videos that were made stay, and those that
        are ordered already still wear it.
      </p>
      <p class="soft">
        Brands › Deleted brings it back, for as long as the server keeps deleted records: 30 days, if nobody
        has set it otherwise.
      </p>
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="danger" onPress={remove}>
          Delete the brand
        </Button>
      </footer>
    </Dialog>
  )
}

async function describeWearers(brandId: string): Promise<string> {
  const [{ items, nextCursor }, organization] = await Promise.all([
    songreel.artists.list({ brandId, limit: MOST }),
    songreel.organizations.get('me'),
  ])
  const artists =
    items.length > 0 && `${nextCursor ? 'more than ' : ''}${formatCount(items.length, 'artist')}`
  const all = [organization.brandId === brandId && 'the organization', artists].filter(Boolean)
  if (all.length === 0) return 'Nobody wears it at the moment.'
  return `It is the brand of ${all.join(' and ')}: new videos wear the next in line, or none.`
}
